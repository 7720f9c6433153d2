package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/view"
)

// FuzzWidget: whatever a fence says and whatever a link holds, there is an answer, the
// same one for the same inputs, and complaints have their place in the fence.
func FuzzWidget(f *testing.F) {
	for i, kind := range Kinds() {
		f.Add(i, "id = a\ntitle = T\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = n * days\nn = 5 | slider 1..10 | label N | unit rooms\ndays = 3..7..9\nlen.hotel_id = 5\nwritten = n every 1d\n", "n=7&days=1e3", "len.hotel_id=normal(5%2C2)")
		f.Add(i, "id = a\ntitle = T\nschema = hotel\ncql:\nSELECT * FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = 'x'", "v=1&"+kind+"=1", "q=SELECT%20*%20FROM%20hotel.nothing")
	}
	f.Add(1, "id = a\ncql:\nSELECT 1", "shown=1", "q=.S0lNzi0")
	f.Add(5, "id = a\ntitle = T\n", "", "q=Table%3A+t%0A%09Compacted+partition+maximum+bytes%3A+12")
	specs := chapters(f)
	for i, s := range specs {
		for k, kind := range Kinds() {
			if s.Kind == kind {
				query, fragment := s.Link(nil, true)
				f.Add(k, specs[i].Body, query, fragment)
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind int, fence, query, fragment string) {
		defer time.AfterFunc(5*time.Minute, func() { panic("no answer within five minutes") }).Stop()
		name := Kinds()[uint(kind)%uint(len(Kinds()))]
		s, complaints := Parse(name, fence, schemaFile)
		for _, d := range complaints {
			if d.Start < 0 || d.End < d.Start || d.End > len(fence) {
				t.Errorf("%v is no place in the fence: %s", d.Span, d.Message)
			}
		}
		if len(complaints) > 0 {
			return // no page is made of it
		}
		s.Alone, s.Page, s.EmbedPage = true, "widget/a/", "embed/a/"
		l := place.ParseLink(query, fragment)
		s = s.As(l.Look())
		r := s.Start()
		defer r.Close()
		r.Site = "https://example.org/"
		r.Follow(l)
		in := r.State.Values
		r.Run()
		html := view.HTML(r.Run().View) // what is kept changes nothing
		r.Dialog(600)
		view.HTML(r.DialogView())
		if fresh, _ := Parse(name, fence, schemaFile); fresh != nil {
			fresh.Alone, fresh.Page, fresh.EmbedPage = true, s.Page, s.EmbedPage
			again := fresh.As(l.Look()).Start()
			defer again.Close()
			again.State = r.State
			if view.HTML(again.Run().View) != html {
				t.Error("the same inputs have another answer from a widget that has answered nothing before")
			}
		}
		if view.HTML(Run(s, in).View) != view.HTML(Run(s, in).View) {
			t.Error("the same inputs have two answers")
		}
	})
}

// FuzzMeasured pastes what nodetool might have printed.
func FuzzMeasured(f *testing.F) {
	outputs, _ := filepath.Glob("../sizing/testdata/*.*")
	for _, file := range outputs {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	var spec *Spec
	for _, s := range chapters(f) {
		if s.Kind == "measured" {
			spec = s
		}
	}
	if spec == nil {
		f.Fatal("no chapter has a widget that takes measurements")
	}
	def, ok := spec.Default("paste")
	if !ok {
		f.Fatal("it has no field for them")
	}
	f.Add(def)
	f.Add(strings.ReplaceAll(def, "1", "99999999999999999999"))
	f.Fuzz(func(t *testing.T, pasted string) {
		view.HTML(Run(spec, Inputs{"paste": pasted}).View)
	})
}
