//go:build js && wasm

// Command worker is package edge at the edge of a content network: Cloudflare
// Workers, or workerd anywhere. The module front.mjs stands before it, sends files
// on without it, and starts it only for what the cache does not know.
package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"
	"github.com/syumai/workers/cloudflare/fetch"

	"partitionlab/wasm/edge"
)

func main() {
	workers.Serve(&edge.Handler{Root: cloudflare.Getenv("ROOT"), Origin: cloudflare.Getenv("ORIGIN"), Files: asset})
}

// asset reads a file of the site through the binding that holds them.
func asset(ctx context.Context, name string) ([]byte, error) {
	// The host is not looked at; a page is asked for by its folder.
	address := "https://assets" + cloudflare.Getenv("ROOT") + strings.TrimSuffix(name, "index.html")
	req, err := fetch.NewRequest(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := fetch.NewClient(fetch.WithBinding(cloudflare.GetBinding("ASSETS"))).Do(req, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(resp.Body)
	case http.StatusNotFound:
		return nil, fs.ErrNotExist
	}
	return nil, fmt.Errorf("%s: %s", name, resp.Status)
}
