package lab

import (
	"strconv"

	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/ring"
	"partitionlab/wasm/view"
	"partitionlab/wasm/work"
)

// A consistency widget holds the replicas that a write waits for against those that a
// read asks: do they always meet, and what goes on while some are down?
//
//	rf = 3            replicas of a partition, in each data center
//	centers = 1       data centers
//	w = QUORUM        the level of a write
//	r = QUORUM        that of a read
//	down = 0          replicas of this partition that are down, those in this data center first
type consistency struct{ rf, centers, write, read, down input.Field }

func parseConsistency(f *fence.Fence) widget {
	levels := make([]input.Option, len(ring.Levels))
	for i, l := range ring.Levels {
		levels[i] = input.Option{Value: l, Label: l}
	}
	z := &consistency{
		rf:      input.Field{Key: "rf", Type: input.Whole, Label: "Replicas", Default: "3", Least: 1, Most: 7},
		centers: input.Field{Key: "centers", Type: input.Whole, Label: "Data centers", Default: "1", Least: 1, Most: 3},
		write:   input.Field{Key: "w", Type: input.Choice, Label: "Write at", Default: "QUORUM", Noun: "level", Options: levels},
		read:    input.Field{Key: "r", Type: input.Choice, Label: "Read at", Default: "QUORUM", Noun: "level", Options: levels},
		down:    input.Field{Key: "down", Type: input.Whole, Label: "Replicas down", Default: "0", Least: 0, Most: 21},
	}
	all := ownFields(f, z.fields())
	f.Asks([]string{"latest", "down"})
	return widget{fields: all, work: func(s *Spec) worker { return &consistencyWork{form: form{Spec: s}, z: z} }}
}

func (z *consistency) fields() []*input.Field {
	return []*input.Field{&z.rf, &z.write, &z.read, &z.down, &z.centers}
}

type consistencyWork struct {
	form
	z *consistency

	problems    input.Problems
	rf, centers int // replicas in a data center, data centers
	down        int
	write, read asking
}

// An asking is what a level asks of the replicas of a partition.
type asking struct {
	level  string
	needed int
	local  bool // only those of this data center count
}

func (w *consistencyWork) work(*work.Meter) {
	w.problems = w.form.problems()
	w.rf, w.centers = int(w.whole(&w.z.rf)), int(w.whole(&w.z.centers))
	w.down = min(int(w.whole(&w.z.down)), w.replicas())
	w.write, w.read = w.asking(&w.z.write), w.asking(&w.z.read)
}

// replicas are those in all data centers.
func (w *consistencyWork) replicas() int { return w.rf * w.centers }

func (w *consistencyWork) asking(x *input.Field) asking {
	level, _ := x.Option(w.in.Values)
	a := asking{level: level, local: ring.Local(level)}
	of := w.replicas()
	if a.local {
		of = w.rf
	}
	a.needed, _ = ring.Needed(level, of)
	return a
}

// among is the number of replicas that count for a level.
func (w *consistencyWork) among(a asking) int {
	if a.local {
		return w.rf
	}
	return w.replicas()
}

// meets reports whether every read asks a replica that has every write that was answered.
// Where one of the two is local, the other one may be anywhere: of it those count
// that must be here.
func (w *consistencyWork) meets() bool {
	here := func(a asking) int {
		if a.local {
			return a.needed
		}
		return max(0, a.needed-(w.replicas()-w.rf))
	}
	if w.write.local || w.read.local {
		return here(w.write)+here(w.read) > w.rf
	}
	return w.write.needed+w.read.needed > w.replicas()
}

// goesOn reports whether enough replicas are up for a level. Those of this data center
// are down first.
func (w *consistencyWork) goesOn(a asking) bool { return a.needed <= w.among(a)-w.downAmong(a) }

func (w *consistencyWork) downAmong(a asking) int { return min(w.down, w.among(a)) }

// says is what a level asks for, and how many of those are up.
func (w *consistencyWork) says(a asking) string {
	up := w.among(a) - w.downAmong(a)
	return number.Count(a.needed) + " of " + number.Count(w.among(a)) + ", and " + number.Count(up) + " " + isAre(up) + " up"
}

// survives is how many of the replicas that count may be down.
func (w *consistencyWork) survives(a asking) int { return w.among(a) - a.needed }

func (w *consistencyWork) answer() *Output {
	values := outputs{}
	values.put("write", int64(w.write.needed))
	values.put("read", int64(w.read.needed))
	values.put("replicas", int64(w.replicas()))
	values.put("meets", truth(w.meets()))
	values.put("writes", truth(w.goesOn(w.write)))
	values.put("reads", truth(w.goesOn(w.read)))
	values.put("write.down", int64(w.survives(w.write)))
	values.put("read.down", int64(w.survives(w.read)))
	a := w.verdict()
	tabs := []tab{{name: "levels", title: "All levels", body: func() view.Part { return w.levels() }}}
	return w.reckoned(values, w.problems, w.ownGiven(w.z.fields(), w.problems), a, w.overlap(a).Figure().Beside().View(), tabs)
}

// truth is 1 for what holds.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (w *consistencyWork) verdict() verdict {
	sum := strconv.Itoa(w.write.needed) + " + " + strconv.Itoa(w.read.needed)
	var a verdict
	switch {
	case w.write.needed > w.among(w.write) || w.read.needed > w.among(w.read):
		return verdict{headline: "This level needs more replicas than there are", mood: "bad", more: "Every such request fails, even while all nodes are up."}
	case w.Ask.Name == "down":
		a = verdict{headline: "A read succeeds with " + number.Of(w.survives(w.read), "replica") + " down, a write with " + number.Count(w.survives(w.write)), mood: "fine"}
	case w.meets() && w.write.local == w.read.local:
		a = verdict{headline: "Every read meets the last write", mood: "fine", more: sum + " is more than " + strconv.Itoa(w.among(w.read)) + ": at least one replica is in both."}
	case w.meets():
		a = verdict{headline: "Every read meets the last write", mood: "fine"}
	case w.write.local == w.read.local:
		a = verdict{headline: "A read can miss the last write", mood: "watch", more: sum + " is not more than " + strconv.Itoa(w.among(w.read)) + ": the two may have no replica in common."}
	default:
		a = verdict{headline: "A read can miss the last write", mood: "watch", more: "One of the two waits only for replicas in one data center, and the other may wait for replicas elsewhere."}
	}
	if w.down == 0 {
		return a
	}
	fails := ""
	switch read, write := w.goesOn(w.read), w.goesOn(w.write); {
	case !read && !write:
		fails = "reads and writes fail"
	case !read:
		fails = "reads fail, writes succeed"
	case !write:
		fails = "writes fail, reads succeed"
	default:
		return verdict{headline: a.headline, mood: a.mood, more: a.more + " With " + number.Of(w.down, "replica") + " down, reads and writes succeed."}
	}
	return verdict{headline: "With " + number.Of(w.down, "replica") + " down, " + fails, mood: "bad", more: "A write waits for " + w.says(w.write) + ", a read for " + w.says(w.read) + "."}
}

// overlap draws the worst case. Those that are down are at the end where the write is.
func (w *consistencyWork) overlap(a verdict) *figure.Overlap {
	n := w.replicas()
	o := &figure.Overlap{ID: w.Element("overlap"), Title: "The worst case: who has the last write, and who is asked", Desc: a.sentence(), Replicas: w.rf,
		Groups: []string{""}, Written: make([]bool, n), Down: make([]bool, n), Read: make([]bool, n)}
	if w.centers > 1 {
		o.Groups = []string{"here"}
		for i := 2; i <= w.centers; i++ {
			o.Groups = append(o.Groups, "center "+strconv.Itoa(i))
		}
	}
	for i := range w.down {
		o.Down[i] = true
	}
	// A local level takes replicas of the first data center. Where the other one is not local,
	// the worst case is that it takes those elsewhere first.
	take := func(set []bool, a asking, order []int) {
		left := a.needed
		for _, i := range order {
			if left > 0 && (!a.local || i < w.rf) {
				set[i] = true
				left--
			}
		}
	}
	var up, down []int
	for i := range n {
		up, down = append(up, i), append(down, n-1-i)
	}
	if !w.write.local && w.read.local { // elsewhere first, then here from the beginning
		up = append(up[w.rf:n:n], up[:w.rf]...)
	}
	take(o.Written, w.write, up)
	if w.goesOn(w.read) {
		var ok []int
		for _, i := range down {
			if !o.Down[i] {
				ok = append(ok, i)
			}
		}
		take(o.Read, w.read, ok)
	}
	return o
}

// levels are what each level asks for.
func (w *consistencyWork) levels() view.Part {
	var rows [][]string
	for _, level := range ring.Levels {
		a := asking{level: level, local: ring.Local(level)}
		a.needed, _ = ring.Needed(level, w.among(a))
		may := "always fails"
		if s := w.survives(a); s >= 0 {
			may = number.Count(s)
		}
		rows = append(rows, []string{level, number.Count(a.needed) + " of " + number.Count(w.among(a)), may})
	}
	return figure.Table("What each level needs", []string{"level", "replicas that must answer", "may be down"}, rows)
}
