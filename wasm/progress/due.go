package progress

import "sort"

// intervals are after how many days something comes back that was answered otherwise
// than it is; when it was answered right after each of them, it is known.
var intervals = [...]int{1, 3, 7, 21}

// A Review is a thing that is to be asked again.
type Review struct {
	Chapter, Thing string
	Day            int // from which it is due
	Step           int // 0 for the first time
}

// Due are the reviews due on a day, the longest due first.
func (l *Log) Due(day int) (out []Review) {
	for _, chapter := range l.Chapters() {
		for _, thing := range l.Things(chapter) {
			if due, step, open := next(l.chapters[chapter][thing]); open && due <= day {
				out = append(out, Review{chapter, thing, due, step})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Day < out[j].Day })
	return out
}

// Next is when a thing is to be asked again; ok is false where it is not.
func (l *Log) Next(chapter, thing string) (day int, ok bool) {
	day, _, ok = next(l.chapters[chapter][thing])
	return day, ok
}

// next works out from events by day when something comes back. Whoever is wrong, or not
// sure, begins anew, on whatever day; being right counts from the day on which it is due, and not on
// one on which it was first wrong.
func next(list []Event) (due, step int, open bool) {
	for i := 0; i < len(list); {
		day := list[i].Day
		wrong, right := false, false
		for ; i < len(list) && list[i].Day == day; i++ {
			wrong = wrong || list[i].Kind == Wrong || list[i].Kind == Again
			right = right || list[i].Kind == Right
		}
		switch {
		case wrong:
			due, step, open = day+intervals[0], 0, true
		case right && open && day >= due:
			if step++; step == len(intervals) {
				open = false
			} else {
				due = day + intervals[step]
			}
		}
	}
	return due, step, open
}
