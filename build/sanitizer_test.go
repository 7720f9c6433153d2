//go:build hosts

package build

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// The programs that clean HTML as hosts do that cannot be set up here: they read it and
// write what is left of it. `make hosts` installs them.
var cleaners = map[string][]string{
	// html-pipeline, which GitHub has made for itself and GitLab builds upon.
	"GitHub, GitLab": {"ruby", "-W0", "-e", `require "html/pipeline"; print HTML::Pipeline::SanitizationFilter.new(STDIN.read).call.to_html`},
	// HTML Purifier with the settings of Moodle's purify_html. Debian's is older than its PHP:
	// $text{0} is $text[0] by now.
	"Moodle, students": {"sh", "-c", `cp -rL /usr/share/php/HTMLPurifier* "$DIR" &&
		grep -rlE '\$[a-z]+(\[[^]]*\])?\{' "$DIR" --include=*.php | xargs sed -i -E 's/(\$[a-z]+(\[[^]]*\])?)\{([^{}]+)\}/\1[\3]/g' &&
		exec php -d include_path="$DIR" -d error_reporting=0 -r 'require "HTMLPurifier.auto.php";
			$c = HTMLPurifier_Config::createDefault();
			foreach (["Core.NormalizeNewlines" => false, "Core.ConvertDocumentToFragment" => true, "HTML.Doctype" => "XHTML 1.0 Transitional", "Attr.AllowedFrameTargets" => ["_blank"], "Cache.DefinitionImpl" => null,
				"URI.AllowedSchemes" => array_fill_keys(["http", "https", "ftp", "irc", "nntp", "news", "rtsp", "rtmp", "teamspeak", "gopher", "mms", "mailto"], true)] as $k => $v) $c->set($k, $v);
			echo (new HTMLPurifier($c))->purify(stream_get_contents(STDIN));'`},
}

// TestSanitizers asks the libraries that hosts clean with, and holds what is written of
// them in this package, and what the recipes say, beside their answers.
func TestSanitizers(t *testing.T) {
	texts := recipeTexts(t)
	seen := 0
	for name, s := range sanitizers {
		who, _, _ := strings.Cut(name, ":")
		cleaner := cleaners[who]
		if cleaner == nil {
			continue
		}
		seen++
		cmd := exec.Command(cleaner[0], cleaner[1:]...)
		cmd.Env = append(os.Environ(), "DIR="+t.TempDir())
		cmd.Stdin = strings.NewReader(texts[s.recipe])
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s: `make hosts` installs it", cleaner[0], err, out)
		}
		s.judge(t, name+", really", string(out))
		doc, err := html.Parse(strings.NewReader(string(out)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc.Descendants() {
			if n.Type != html.ElementNode || n.Data == "html" || n.Data == "head" || n.Data == "body" {
				continue
			}
			allowed, is := s.allows[n.Data]
			if !is {
				t.Errorf("%s leaves <%s>, which is not written here", name, n.Data)
			}
			for _, a := range n.Attr {
				if !strings.Contains(" "+allowed+" ", " "+a.Key+" ") {
					t.Errorf("%s leaves %s of <%s>, which is not written here", name, a.Key, n.Data)
				}
			}
		}
		t.Logf("%s: %s", name, out)
	}
	if seen < 6 {
		t.Errorf("only %d were asked", seen)
	}
}
