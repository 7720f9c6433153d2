package build

import (
	"net/http"
	"net/http/httptest"
	"strconv"
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
