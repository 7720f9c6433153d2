package model

import "strconv"

func digits(n int64) string { return strconv.FormatInt(n, 10) }
