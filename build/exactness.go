package build

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"strings"
	"time"

	"partitionlab/build/exact"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/number"
	"partitionlab/wasm/view"
)

// exactPath is where the page "How exact is it?" stands.
const exactPath = "exact/"

// An exactPage shows the conformance run that is recorded in the project: what the
// core computes, what a real server wrote, and the difference.
type exactPage struct {
	Server, Date    string
	Tables, Rows    string
	Constant        string        // tables that follow a rule to the byte
	Right           string        // how many of them are, in words
	Varying         string        // tables with distributions
	Worst           string        // the largest error among them
	Errors          template.HTML // figure: how far off each model is
	Data            template.HTML // every case, its Data.db
	Big, Tries      template.HTML // the index files
	PartitionsWorst string        // the largest errors of the estimates
	RowsWorst       string
	Cases           []exactCase
}

// An exactCase is one table with its rule, for who wants to repeat it.
type exactCase struct {
	ID, Name string
	Schema   template.HTML
	Workload string
}

// readExact makes the page from the recorded run; nil where none is recorded.
func (b *Builder) readExact() (*exactPage, error) {
	text, err := fs.ReadFile(b.source, exact.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	run, err := exact.Load(text)
	if err != nil {
		return nil, err
	}
	day, err := time.Parse(time.DateOnly, run.Date)
	if err != nil {
		return nil, err
	}
	p := &exactPage{Server: run.Server, Date: day.Format("2 January 2006"), Tables: number.Count(len(run.Cases))}
	var rows, constant, right int64
	var worst, partitions, tries float64
	for i := range run.Cases {
		c := &run.Cases[i]
		if len(c.Results) == 0 {
			return nil, fmt.Errorf("%s: %s has no results", exact.File, c.Name)
		}
		rows += c.Rows
		ok := true
		for _, r := range c.Results {
			ok = ok && r.Computed.Data == r.Measured.Data
			if !c.Exact {
				worst = max(worst, math.Abs(exact.Off(r.Computed.Data, r.Measured.Data)))
			}
			partitions = max(partitions, math.Abs(exact.Off(r.Computed.Partitions, r.Measured.Partitions)))
			tries = max(tries, math.Abs(exact.Off(r.Computed.Rows, r.Measured.Rows)))
		}
		if c.Exact {
			if constant++; ok {
				right++
			}
		}
		p.Cases = append(p.Cases, exactCase{fmt.Sprintf("case-%d", i+1), c.Name, schemaHTML(c.Schema), strings.TrimSpace(c.Workload)})
	}
	p.Rows, p.Constant, p.Varying = number.Count(rows), number.Count(constant), number.Count(int64(len(run.Cases))-constant)
	p.Right = number.Count(right)
	if right == constant {
		p.Right = "all"
	}
	p.Worst, p.PartitionsWorst, p.RowsWorst = percent(worst), percent(partitions), percent(tries)
	p.Errors = template.HTML(view.HTML(modelErrors(run).View()))
	p.Data = template.HTML(view.HTML(dataTable(run)))
	p.Big = template.HTML(view.HTML(indexTable(run, "nb", "oa")))
	p.Tries = template.HTML(view.HTML(trieTable(run)))
	return p, nil
}

// schemaHTML shows a schema with the roles of its columns.
func schemaHTML(text string) template.HTML {
	script := cql.Parse(diag.NewSource("", strings.TrimSpace(text)))
	known := roles{}
	known.learn(script)
	return template.HTML(cqlBlock(highlight(script, known, nil), ""))
}

// percent prints the size of an error.
func percent(share float64) string {
	switch x := math.Abs(100 * share); {
	case x >= 10:
		return fmt.Sprintf("%.0f\u00a0%%", x)
	case x >= 1:
		return fmt.Sprintf("%.1f\u00a0%%", x)
	case x >= 0.005:
		return fmt.Sprintf("%.2f\u00a0%%", x)
	default:
		return "0.01\u00a0%" // less, but not nothing
	}
}

// signed prints an error with its sign.
func signed(computed, measured int64) string {
	switch off := exact.Off(computed, measured); {
	case computed == measured:
		return "0"
	case off > 0:
		return "+" + percent(off)
	default:
		return "−" + percent(off)
	}
}

func dataTable(run *exact.Run) *view.Node {
	head := []string{"what is special", "rows", "partitions", "computed (nb)", "measured (nb)", "difference", "documentation", "23 bytes a cell"}
	var rows [][]string
	for _, c := range run.Cases {
		nb := c.Results[0]
		row := []string{c.Name, number.Count(c.Rows), number.Count(c.Partitions), number.Count(nb.Computed.Data), number.Count(nb.Measured.Data)}
		// The formats mostly differ from their files by the same number of bytes.
		var all []string
		same := true
		for _, r := range c.Results {
			d := number.Plus(r.Computed.Data - r.Measured.Data)
			same = same && d == number.Plus(nb.Computed.Data-nb.Measured.Data)
			if d != "0" {
				d += " (" + percent(exact.Off(r.Computed.Data, r.Measured.Data)) + ")"
			}
			all = append(all, d)
		}
		if same {
			all = all[:1]
		} else {
			for i, r := range c.Results {
				all[i] = r.Format + " " + all[i]
			}
		}
		rows = append(rows, append(row, strings.Join(all, ", "), signed(nb.Docs, nb.Measured.Data), signed(nb.Thumb, nb.Measured.Data)))
	}
	return figure.Table("Data.db of every table: bytes computed, measured, difference, and the error of the two formulas", head, rows)
}

func indexTable(run *exact.Run, formats ...string) *view.Node {
	head := []string{"what is special"}
	for _, f := range formats {
		head = append(head, "computed ("+f+")", "measured ("+f+")", "difference")
	}
	var rows [][]string
	for _, c := range run.Cases {
		row := []string{c.Name}
		for _, r := range c.Results {
			for _, f := range formats {
				if r.Format != f {
					continue
				}
				if r.Computed.Index == 0 {
					row = append(row, "not computed", number.Count(r.Measured.Index), "")
					continue
				}
				row = append(row, number.Count(r.Computed.Index), number.Count(r.Measured.Index), number.Plus(r.Computed.Index-r.Measured.Index))
			}
		}
		rows = append(rows, row)
	}
	return figure.Table("Index.db of every table: bytes computed, measured, difference", head, rows)
}

func trieTable(run *exact.Run) *view.Node {
	head := []string{"what is special", "Partitions.db estimated", "measured", "error", "Rows.db estimated", "measured", "error"}
	var rows [][]string
	for _, c := range run.Cases {
		for _, r := range c.Results {
			if r.Format != "da" || r.Computed.Partitions == 0 {
				continue
			}
			row := []string{c.Name, number.Count(r.Computed.Partitions), number.Count(r.Measured.Partitions), signed(r.Computed.Partitions, r.Measured.Partitions)}
			if r.Computed.Rows == 0 && r.Measured.Rows == 0 {
				row = append(row, "none", "none", "")
			} else {
				row = append(row, number.Count(r.Computed.Rows), number.Count(r.Measured.Rows), signed(r.Computed.Rows, r.Measured.Rows))
			}
			rows = append(rows, row)
		}
	}
	return figure.Table("The tries of format da: bytes estimated, measured, error", head, rows)
}

// modelErrors draws how far each model is off, a dot for each table.
func modelErrors(run *exact.Run) *figure.Figure {
	models := []struct {
		name, line string
		size       func(exact.Measurement) int64
	}{
		{"This book", "on disk, as this book computes it", func(r exact.Measurement) int64 { return r.Computed.Data }},
		{"Documentation", "the formula of the documentation", func(r exact.Measurement) int64 { return r.Docs }},
		{"23 bytes a cell", "the rule of thumb", func(r exact.Measurement) int64 { return r.Thumb }},
	}
	f := &figure.Figure{ID: "errors", Kind: "errors", Title: "The bytes that are computed are those of the file; a formula may be off by several times"}
	var desc, names []string
	ratio := func(i int, c *exact.Case) float64 {
		return float64(models[i].size(c.Results[0])) / float64(max(c.Results[0].Measured.Data, 1))
	}
	lowest, highest := 1.0, 1.0
	for i, m := range models {
		low, high := math.Inf(1), 0.0
		for k := range run.Cases {
			low, high = min(low, ratio(i, &run.Cases[k])), max(high, ratio(i, &run.Cases[k]))
		}
		lowest, highest = min(lowest, low), max(highest, high)
		names = append(names, m.name+fmt.Sprintf(": ×%.2f to ×%.2f", low, high))
		desc = append(desc, fmt.Sprintf("%s: from %.2f to %.2f times the measured size", m.line, low, high))
	}
	f.Desc = strings.Join(desc, "; ") + "."
	f.Draw = func(l figure.Layout) *figure.Drawing {
		d := &figure.Drawing{Layout: l}
		add := func(s figure.Shape) { d.Shapes = append(d.Shapes, s) }
		text := func(x, y float64, anchor, class, s string) {
			add(figure.Shape{Kind: figure.TextShape, X: x, Y: y, Anchor: anchor, Class: class, Text: s})
		}
		line := func(x1, y1, x2, y2 float64, class string) {
			add(figure.Shape{Kind: figure.LineShape, X: x1, Y: y1, W: x2 - x1, H: y2 - y1, Class: class})
		}
		const strip, dot = 64.0, 4.0
		left, right := 14.0, l.Width-14
		a, z := math.Log(min(lowest, 0.5)), math.Log(max(highest, 2))
		x := func(ratio float64) float64 { return left + (right-left)*(math.Log(ratio)-a)/(z-a) }
		bottom := strip*float64(len(models)) + 6
		ticks := []float64{0.5, 1, 2, 5}
		for _, t := range ticks {
			if t < lowest*0.99 && t != 0.5 || t > highest*1.01 && t != 2 {
				continue
			}
			class := "grid"
			if t == 1 {
				class = "axis"
			}
			line(x(t), 4, x(t), bottom, class)
			label := fmt.Sprintf("×%g", t)
			if t == 1 {
				label = "as measured"
			}
			text(x(t), bottom+l.Size*1.2, "middle", "t-muted", label)
		}
		for i, m := range models {
			top := strip * float64(i)
			text(left, top+l.Size*1.2, "start", "t-strong", names[i])
			// Dots at one place lie on top of each other as long as there is room.
			level := map[int]int{}
			for k := range run.Cases {
				at := x(ratio(i, &run.Cases[k]))
				n := level[int(at/dot/1.5)]
				level[int(at/dot/1.5)]++
				add(figure.Shape{Kind: figure.DotShape, X: math.Round(10*at) / 10, Y: top + strip - 10 - float64(min(n, 4))*5, W: dot, Class: "dot",
					Name: run.Cases[k].Name + ": " + signed(m.size(run.Cases[k].Results[0]), run.Cases[k].Results[0].Measured.Data)})
			}
		}
		d.Height = math.Ceil(bottom + l.Size*1.8)
		return d
	}
	return f
}
