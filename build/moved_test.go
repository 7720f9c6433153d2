package build

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"
)

// TestMovedAddressesTakeInputsAlong: on a host that knows nothing but files, a page that
// has moved leads on with what its address says after ? and #.
func TestMovedAddressesTakeInputsAlong(t *testing.T) {
	t.Parallel()
	site, problems := testBuild(t, "https://example.org/lab/", map[string]string{
		addressFile: "hotel/sample/\nhotel/old/ => hotel/sample/\nwidget/hotel/old/size1/ => widget/hotel/sample/size1/\n",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	files := fstest.MapFS{}
	for name, data := range site.Files {
		files["lab/"+name] = &fstest.MapFile{Data: data}
	}
	server := httptest.NewServer(http.FileServerFS(files))
	defer server.Close()
	b := open(t)
	for from, to := range map[string]string{
		"/lab/hotel/old/?size1.rooms=200#size1.q=SELECT": "/lab/hotel/sample/?size1.rooms=200#size1.q=SELECT",
		"/lab/hotel/old/": "/lab/hotel/sample/",
		"/lab/embed/hotel/old/size1/?theme=dark&rooms=7#shown": "/lab/embed/hotel/sample/size1/?theme=dark&rooms=7#shown",
	} {
		b.do("open "+from, chromedp.Navigate(server.URL+from))
		b.until(from+" leads to "+to, `location.href == `+strconv.Quote(server.URL+to))
	}
}

// TestMovedParts: the old address of a part of a page, such as an exercise, leads to where it is
// now, also on a host that knows nothing but files; and what was solved there counts where it is.
func TestMovedParts(t *testing.T) {
	t.Parallel()
	site, root := serve(t, "http://127.0.0.1:8080/")
	var problems problemList
	_, moves := readAddresses(os.DirFS(".."), &problems)
	b := open(t)
	parts := 0
	for _, m := range moves {
		page, part, ofPart := strings.Cut(m.from, "/#")
		if !ofPart {
			continue
		}
		parts++
		to, toPart, _ := strings.Cut(m.to, "/#")
		if !strings.Contains(string(site.Files[page+"/index.html"]), `<p class="gone" id="`+part+`">This part is in another chapter now: <a href="../../`+m.to+`">`) {
			t.Errorf("%s says nothing of %s", page, part)
		}
		b.visit(root+page+"/#"+part, 0)
		b.until("it leads on", `location.pathname + location.hash === "/`+m.to+`" && !!document.getElementById("`+toPart+`")`)
		b.visit(root+page+"/", 0)
		if eval[bool](b, `getComputedStyle(document.getElementById("`+part+`")).display !== "none"`) {
			t.Errorf("%s speaks of %s to who reads it", page, part)
		}
		if got, want := eval[string](b, `readerlog.parse("`+page+` `+part+`:2026-03-01x2+\n`+to+` `+toPart+`:2026-03-01x read:2026-03-02.")`), to+" "+toPart+":2026-03-01+x2 read:2026-03-02."; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if parts == 0 {
		t.Error("no part has moved: nothing was tried")
	}
}
