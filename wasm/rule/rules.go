package rule

var rules = []Rule{}
