//go:build hosts

package build

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// The tests in this file put the site on the servers that people have, with the
// files that a build makes for them: `make hosts` installs those servers.

// A server is how one of them is started on a folder with a configuration that was
// made for it.
var servers = map[string]struct {
	binary string
	config func(dir, made string) (file, text string)
	args   []string // DIR stands for the folder of the configuration
}{
	"nginx": {"nginx", func(dir, made string) (string, string) {
		modules, _ := filepath.Glob("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
		load := ""
		for _, m := range modules {
			load += "load_module " + m + ";\n"
		}
		made = strings.ReplaceAll(made, "# brotli_static on;", "brotli_static on;")
		return "nginx.conf", load + "daemon off;\nuser root;\npid " + dir + "/pid;\nerror_log stderr;\nevents {}\nhttp {\n\taccess_log off;\n\tclient_body_temp_path " + dir + ";\n\tproxy_temp_path " + dir + ";\n\tfastcgi_temp_path " + dir + ";\n\tuwsgi_temp_path " + dir + ";\n\tscgi_temp_path " + dir + ";\n" + made + "}\n"
	}, []string{"-c", "DIR/nginx.conf", "-e", "stderr"}},
	"caddy": {"caddy", func(dir, made string) (string, string) {
		return "Caddyfile", "{\n\tadmin off\n\tauto_https off\n}\n" + made
	}, []string{"run", "--adapter", "caddyfile", "--config", "DIR/Caddyfile"}},
	"apache": {"apache2", func(dir, made string) (string, string) {
		text := "ServerName localhost\nListen ADDR\nPidFile DIR/pid\nErrorLog /dev/stderr\nDocumentRoot ROOT\nUser www-data\nGroup www-data\nTypesConfig /etc/mime.types\n"
		for _, m := range []string{"mpm_event", "authz_core", "dir", "mime", "headers", "rewrite", "env", "setenvif", "negotiation"} {
			text += "LoadModule " + m + "_module /usr/lib/apache2/modules/mod_" + m + ".so\n"
		}
		text += "AddType application/x-gzip .gz .tgz\nAddLanguage br .br\nMutex file:DIR default\n<Directory ROOT>\n\tAllowOverride All\n\tRequire all granted\n</Directory>\n"
		return "apache.conf", text
	}, []string{"-X", "-f", "DIR/apache.conf"}},
}

// startServer puts a site below a server's root and starts it.
func startServer(t *testing.T, name, base string) (root string, site *Site) {
	t.Helper()
	how := servers[name]
	binary, err := exec.LookPath(how.binary)
	if err != nil {
		if binary = "/usr/sbin/" + how.binary; !isFile(binary) {
			t.Fatalf("%v: `make hosts` installs it", err)
		}
	}
	addr := freeAddress(t)
	address := ""
	if base != "" {
		address = "http://lab.test" + base // one name for all runs: what is compressed is kept
	}
	b, err := realBuilder(address, map[string]string{addressFile: "hotel/rooms/ => hotel/size/\n"})
	if err != nil {
		t.Fatal(err)
	}
	site, problems := b.Build()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if err := b.Publish(site); err != nil {
		t.Fatal(err)
	}
	site.ForHost(HostByName(name))
	if err := site.Pack(filepath.Join("..", ".cache", "packed")); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "hosts")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o755) // the server may run as somebody else
	www := filepath.Join(dir, "www")
	if err := site.Write(filepath.Join(www, filepath.FromSlash(site.Base.Path))); err != nil {
		t.Fatal(err)
	}
	made := ""
	for _, file := range []string{"_nginx.conf", "_Caddyfile"} {
		if data, ok := site.Files[file]; ok {
			made = string(data)
		}
	}
	made = strings.NewReplacer("listen 80;", "listen "+addr+";", "/var/www/partitionlab", www, "\n:80 {", "\nhttp://"+addr+" {", "\nhttp://lab.test {", "\nhttp://lab.test"+addr[strings.LastIndex(addr, ":"):]+" {").Replace(made)
	file, text := how.config(dir, made)
	text = strings.NewReplacer("ADDR", addr, "DIR", dir, "ROOT", www).Replace(text)
	if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, a := range how.args {
		args = append(args, strings.ReplaceAll(a, "DIR", dir))
	}
	var log bytes.Buffer
	cmd := exec.Command(binary, args...)
	cmd.Stdout, cmd.Stderr, cmd.Env = &log, &log, append(os.Environ(), "HOME="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("%s said: %.3000s", name, log.String())
		}
	})
	edgeHTTP.Transport = &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if resp, err := edgeHTTP.Get("http://" + addr + "/"); err == nil {
			resp.Body.Close()
			if base != "" {
				return address, site
			}
			return "http://" + addr + "/", site
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s ended: %v\n%s", name, err, log.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not answer\n%s", name, log.String())
		}
	}
}

func isFile(name string) bool { _, err := os.Stat(name); return err == nil }

// TestHosts asks each server for what matters of a static site.
func TestHosts(t *testing.T) {
	for name := range servers {
		for _, base := range []string{"", "/", "/some/path/"} {
			t.Run(name+" at "+base, func(t *testing.T) {
				root, site := startServer(t, name, base)
				e := &edgeClient{root: root, site: site}
				var assets []string
				for file := range site.Files {
					if strings.HasPrefix(file, "assets/") && path.Ext(file) != ".br" && path.Ext(file) != ".gz" {
						assets = append(assets, file)
					}
				}
				if len(assets) < 6 {
					t.Fatal(assets)
				}
				files := append([]string{"", "hotel/size/", "embed/hotel/size/size1/", "widget/hotel/size/size1/", "api/openapi.json", "robots.txt"}, assets...)
				if base != "" {
					files = append(files, "sitemap.xml", "widget/hotel/size/size1/card.png", "widget/hotel/size/size1/card.svg")
				}
				for _, file := range files {
					for _, encoding := range []string{"", "gzip", "br, gzip;q=0.5"} {
						checkFile(t, e, file, encoding)
					}
				}
				for file, want := range map[string]int{"none/": 404, "hotel/size/none.html": 404, "_headers": 404, "_redirects": 404, ".partitionlab": 404, "_nginx.conf": 404, ".htaccess": 404, "embed/hotel/": 404, "hotel/old/none": 404} {
					got := e.get(t, file)
					// A server may refuse a folder without a page: 403 tells no more than 404.
					if got.status != want && got.status != 403 || got.status == 404 && !strings.Contains(string(got.body), "No such page") {
						t.Errorf("%s: %d %.80s", file, got.status, got.body)
					}
					if got.header.Get("Content-Security-Policy") == "" && got.status == 404 {
						t.Errorf("%s: 404 has no policy", file)
					}
				}
				for from, to := range map[string]string{"hotel/size": "hotel/size/", "hotel/rooms/?size1.rooms=9": "hotel/size/?size1.rooms=9"} {
					got := e.get(t, from)
					at, err := url.Parse(got.header.Get("Location"))
					if err != nil || got.status/100 != 3 || at.RequestURI() != site.Base.Path+to {
						t.Errorf("%s: %d %s", from, got.status, got.header.Get("Location"))
					}
				}
				if base == "" {
					for file, data := range site.Files {
						if path.Ext(file) == ".html" && bytes.Contains(data, []byte("http://127.0.0.1")) {
							t.Errorf("%s holds an address", file)
						}
					}
				}
			})
		}
	}
}

// checkFile asks for a file in an encoding: content, type, headers.
func checkFile(t *testing.T, e *edgeClient, name, accept string) {
	t.Helper()
	file := name
	if file == "" || strings.HasSuffix(file, "/") {
		file += "index.html"
	}
	header := []string{"Accept-Encoding", "identity"}
	if accept != "" {
		header[1] = accept
	}
	got := e.get(t, name, header...)
	body := got.body
	encoding := got.header.Get("Content-Encoding")
	var err error
	switch encoding {
	case "br":
		body, err = io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	case "gzip":
		var r io.Reader
		if r, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(r)
		}
	}
	if err != nil || got.status != 200 || !bytes.Equal(body, e.site.Files[file]) {
		t.Errorf("%s (%s): %d, %d bytes of %d, %v", name, accept, got.status, len(body), len(e.site.Files[file]), err)
		return
	}
	want := ""
	switch {
	case e.site.Files[file+".br"] != nil && strings.HasPrefix(accept, "br"):
		want = "br"
	case e.site.Files[file+".gz"] != nil && strings.Contains(accept, "gzip"):
		want = "gzip"
	}
	if encoding != want {
		t.Errorf("%s (%s): encoded as %q, want %q", name, accept, encoding, want)
	}
	if want != "" && !strings.Contains(got.header.Get("Vary"), "Accept-Encoding") {
		t.Errorf("%s: Vary: %s", name, got.header.Get("Vary"))
	}
	clean := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "")) }
	if kind := clean(got.header.Get("Content-Type")); kind != clean(kinds[path.Ext(file)]) && kind != clean(strings.TrimSuffix(kinds[path.Ext(file)], "; charset=utf-8")) && path.Ext(file) != ".xml" {
		t.Errorf("%s (%s): type %s, want %s", name, accept, kind, kinds[path.Ext(file)])
	}
	if path.Ext(file) == ".html" && !strings.Contains(clean(got.header.Get("Content-Type")), "charset=utf-8") {
		t.Errorf("%s: no charset in %s", name, got.header.Get("Content-Type"))
	}
	for key, value := range headersOf(name, origin(e.site.Base)) {
		if list := got.header.Values(key); len(list) != 1 || list[0] != value {
			t.Errorf("%s: %s: %q, want %q", name, key, list, value)
		}
	}
}
