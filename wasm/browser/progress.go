//go:build js && wasm && !large

package main

import (
	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

// A report is what a page shows of the reader's log: a script of the page keeps that.
type report struct {
	shown
	outline *progress.Outline
	of      func(*progress.Outline, *progress.Log, int, string) *view.Node
}

func init() { reports = attachReports }

// attachReports attaches to the reports of a page.
func attachReports() {
	store := window.Get("readerlog")
	if !store.Truthy() {
		return
	}
	for _, e := range page.findAll("[data-outline]") {
		r := report{shown: found(e.Get("firstElementChild")), outline: progress.ReadOutline(e.GetAttribute("data-outline")), of: (*progress.Outline).Report}
		if e.GetAttribute("data-view") == "review" {
			r.of = (*progress.Outline).Review
		}
		show := func() {
			log, _ := progress.Parse(store.Call("read").String())
			today, _ := progress.Day(store.Call("today").String())
			r.become(r.of(r.outline, log, today, "../"))
		}
		listen(window, "lab:kept", func(event) { show() })
		show()
	}
}
