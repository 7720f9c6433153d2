//go:build js && wasm && !chapters

package main

import (
	"partitionlab/wasm/progress"
	"partitionlab/wasm/view"
)

// A report is what a page shows of the reader's log: a script of the page keeps that.
type report struct {
	shown
	book *progress.Book
	of   func(*progress.Book, *progress.Log, int, string) *view.Node
}

func init() { reports = attachReports }

// attachReports attaches to the reports of a page.
func attachReports() {
	store := window.Get("readerlog")
	if !store.Truthy() {
		return
	}
	for _, e := range page.findAll("[data-book]") {
		r := report{shown: found(e.Get("firstElementChild")), book: progress.ReadBook(e.GetAttribute("data-book")), of: (*progress.Book).Report}
		if e.GetAttribute("data-view") == "review" {
			r.of = (*progress.Book).Review
		}
		show := func() {
			log, _ := progress.Parse(store.Call("read").String())
			today, _ := progress.Day(store.Call("today").String())
			r.become(r.of(r.book, log, today, "../"))
		}
		listen(window, "lab:kept", func(event) { show() })
		show()
	}
}
