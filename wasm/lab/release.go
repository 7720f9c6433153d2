package lab

import (
	"slices"

	"partitionlab/wasm/check"
	"partitionlab/wasm/lab/fence"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
)

// This file holds the release of Cassandra whose verdicts a widget gives: what a fence and a
// reader say of it, and how sentences name it.

// releaseField is the choice of a release. The newest is the one that pages are written for.
var releaseField = input.Field{Key: "server", Type: input.Choice, Label: "Judged as", Noun: "release", Default: version.V50.String(), Options: releases()}

func releases() (out []input.Option) {
	for _, name := range slices.Backward(version.Names()) {
		out = append(out, input.Option{Value: name, Label: "Cassandra " + name})
	}
	return out
}

// readRelease returns the choice with what a fence says of it: `server = 4.1`.
func readRelease(f *fence.Fence) *input.Field {
	x := releaseField
	if l, ok := f.Line(x.Key); ok {
		if p := x.Wrong(l.Value); p != "" {
			f.Wrong(l.At, p, "write server = 4.1")
		} else {
			x.Default = l.Value
		}
	}
	return &x
}

// releaseOf is what is chosen in a field; without a field it is the newest release.
func releaseOf(x *input.Field, in Inputs) version.Server {
	if x == nil {
		return version.V50
	}
	name, _ := x.Option(in)
	server, _ := version.Parse(name)
	return server
}

// shippedBy are the settings that a release ships.
func shippedBy(server version.Server) *check.Settings {
	s := check.NewSettings()
	if server != version.V50 {
		s.SetServer(server.String())
	}
	return s
}

// cassandra names a release in a sentence: the newest has no number there.
func cassandra(server version.Server) string {
	if server == version.V50 {
		return "Cassandra"
	}
	return "Cassandra " + server.String()
}

// foot stands below what a script answers: the release that is asked, and the way to the page
// that says more.
func (w *scriptWork) foot() *view.Node {
	further := w.further()
	if w.z.release == nil {
		return further
	}
	_, problem := w.z.release.Option(w.in.Values)
	x := w.show(*w.z.release, problem)
	line := view.El("div", view.Class("foot-line"), view.El("p", view.Class("release field-note"), view.A("data-key", "field-"+x.Key),
		view.Label(w.Element(x.Key), x.Label), view.Text(" "), w.options(x)))
	if further != nil {
		line.Add(further)
	}
	return line.Add(note(w.Element(x.Key), problem, ""))
}

// unfitSchema tells that the release refuses the schema that is there already, of which the text then
// finds nothing.
func (w *scriptWork) unfitSchema() *view.Node {
	if w.unfit == "" {
		return nil
	}
	return wrongNote(cassandra(w.server()) + " refuses the schema of this example: " + w.unfit)
}
