package build

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// A recipe says what to paste into a host so that it shows a calculator: a file of
// site/recipes.
//
//	title: MediaWiki
//	tried: MediaWiki 1.39           in which product; without the line in none
//	needs: …                        what the host wants, in a sentence or two
//	--- paste                       what to paste; places as {embed}, {title:html}, see share.js
//	--- once LocalSettings.php      what whoever runs the host puts where, once
type recipe struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Tried string `json:"tried,omitempty"`
	Needs string `json:"needs"`
	Text  string `json:"text"`
	Where string `json:"where,omitempty"`
	Once  string `json:"once,omitempty"`
}

// sharePage is the page about links, embeds and recipes.
const sharePage = "share/"

// readRecipes reads all recipes in the order of their names.
func (b *Builder) readRecipes(problems *problemList) (all []recipe) {
	files, _ := fs.Glob(b.source, "site/recipes/*.txt")
	for _, file := range files {
		r, err := parseRecipe(file, string(b.read(file, problems)))
		if err != nil {
			problems.add(Problem{File: file, Message: err.Error()})
			continue
		}
		all = append(all, r)
	}
	return all
}

func parseRecipe(file, text string) (recipe, error) {
	_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".txt"), "-")
	r := recipe{Name: name}
	var into *string
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case key == "---" && value == "paste":
			into = &r.Text
		case key == "---":
			where, found := strings.CutPrefix(value, "once ")
			if !found {
				return r, fmt.Errorf("%q begins no part: write --- paste, or --- once and the name of a file", line)
			}
			r.Where, into = "Once, by whoever runs it: "+where, &r.Once
		case into != nil:
			*into += line
		case key == "title:":
			r.Title = value
		case key == "tried:":
			r.Tried = value
		case key == "needs:":
			r.Needs = value
		default:
			return r, fmt.Errorf("%q says nothing: a recipe begins with title:, tried: and needs:", line)
		}
	}
	if r.Title == "" || r.Needs == "" || r.Text == "" {
		return r, fmt.Errorf("a recipe has title:, needs: and --- paste")
	}
	r.Text, r.Once = strings.TrimSuffix(r.Text, "\n"), strings.TrimSuffix(r.Once, "\n")
	return r, nil
}

// pictures says which pictures of calculators the site has an address for.
func (b *Builder) pictures() string {
	switch {
	case b.Edge:
		return "any"
	case b.base.Host != "":
		return "first"
	}
	return ""
}

// recipeFile is what the Embed dialog fetches.
func (b *Builder) recipeFile(recipes []recipe) []byte {
	text, _ := json.Marshal(map[string]any{"recipes": recipes, "pictures": b.pictures()})
	return text
}

// Says is what the host needs, for a page that no calculator fills in.
func (r recipe) Says() string {
	return strings.NewReplacer("{origin}", "this site’s address", "{host}", "this site", "{height}", "that the dialog says").Replace(r.Needs)
}
