package advicebook

import (
	"errors"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// now is the clock of all examples, so that they mean the same every day.
const now = 1795248000

// Advise runs a script in keyspace lab and returns the advice on it. Options are
// lines of thresholds, name=value, and of settings of the server behind set:; size
// is a workload, or "". Statements that the server refuses are an error.
func Advise(src *diag.Source, options, size string) ([]diag.Diagnostic, error) {
	o, settings := advice.NewOptions(), check.NewSettings()
	o.Now = now
	for _, line := range strings.Fields(options) {
		key, value, _ := strings.Cut(line, "=")
		set := o.Set
		if k, ok := strings.CutPrefix(key, "set:"); ok {
			key, set = k, settings.Set
		}
		if err := set(key, value); err != nil {
			return nil, err
		}
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: now, Check: settings})
	script := advice.Script{Source: src}
	for _, r := range s.Script(src) {
		if r.Diag != nil {
			return nil, errors.New("the example is refused: " + r.Diag.Message)
		}
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	design := advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue(), Keyspace: "lab"}
	if size != "" {
		work, sizer, err := sizes(s, size)
		if err != nil {
			return nil, err
		}
		r, problems := sizer.Result(sizing.Options{})
		if len(problems) > 0 {
			return nil, errors.New(problems[0].Message)
		}
		design.Sizes = append(design.Sizes, advice.Sized{Result: r, Partitions: advice.PartitionsOf(work)})
	}
	return advice.Run(design, o)[0], nil
}

// sizes are a workload and what sizes its table, which the session has.
func sizes(s *session.Session, size string) (*workload.Workload, *sizing.Sizer, error) {
	work, problems := workload.Parse(diag.NewSource("", size), nil)
	if len(problems) > 0 {
		return nil, nil, errors.New(problems[0].Message)
	}
	_, name := work.TableName()
	sizer, problems := sizing.New(s.Catalogue().Table("lab", name), work, sstable.NB)
	if len(problems) > 0 {
		return nil, nil, errors.New(problems[0].Message)
	}
	return work, sizer, nil
}
