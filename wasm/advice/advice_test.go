package advice_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/advice/advicebook"
	"partitionlab/wasm/diag"
)

// advise runs a script.
func advise(t *testing.T, src *diag.Source) []diag.Diagnostic {
	t.Helper()
	list, err := advicebook.Advise(src, "", "")
	if err != nil {
		t.Error(err)
	}
	return list
}

func TestIgnore(t *testing.T) {
	const table = "CREATE TABLE visits (user_id uuid, at timestamp, id uuid, page text, PRIMARY KEY ((user_id), at, id));\n"
	for comment, want := range map[string][]string{
		"":                                    {"a partition of visits gets new rows"},
		"-- lab:ignore R18 a user visits ten": nil,
		"-- lab:ignore r18 a user visits ten": nil,
		"/* lab:ignore R18 a user visits */":  nil,
		"-- lab:ignore R18":                   {"lab:ignore R18 gives no reason", "a partition of visits gets new rows"},
		"-- lab:ignore":                       {"lab:ignore names no rule", "a partition of visits gets new rows"},
		"-- lab:ignore R999 because":          {"lab:ignore: there is no advice R999", "a partition of visits gets new rows"},
		"-- lab:ignore R16 because":           {"lab:ignore R16 silences nothing", "a partition of visits gets new rows"},
		"-- lab:ignored":                      {"a partition of visits gets new rows"},
		"-- lab:ignore R18 ten visits\nCREATE TABLE other (id uuid PRIMARY KEY);": {"lab:ignore R18 silences nothing", "a partition of visits gets new rows"},
		"-- lab:ignore R18 ten\n-- lab:ignore R16 two":                            {"lab:ignore R16 silences nothing"},
	} {
		list := advise(t, diag.NewSource("", comment+"\n"+table))
		ok := len(list) == len(want)
		for i := range list {
			ok = ok && strings.HasPrefix(list[i].Message, want[i])
		}
		if !ok {
			t.Errorf("%s: got %d findings, want %d: %v", comment, len(list), len(want), list)
		}
	}
}

func TestOptions(t *testing.T) {
	o := advice.NewOptions()
	for _, good := range []string{"partitions=3", "bytes=1000", "growing=a,b", "style=true"} {
		key, value, _ := strings.Cut(good, "=")
		if err := o.Set(key, value); err != nil {
			t.Error(err)
		}
	}
	if o.Partitions != 3 || o.Bytes != 1000 || !slices.Equal(o.Growing, []string{"a", "b"}) || !o.Style {
		t.Errorf("got %+v", o)
	}
	for _, name := range []string{"partitions", "bytes", "growing", "style"} {
		v, ok := o.Get(name)
		again := o
		if err := again.Set(name, v); !ok || err != nil || !reflect.DeepEqual(again, o) {
			t.Errorf("%s = %s does not come back: %v", name, v, err)
		}
	}
	if v, ok := o.Get("none"); ok {
		t.Error(v)
	}
	for _, bad := range []string{"partitions=x", "bytes=-1", "style=1", "none=1", "partitions=99999999999"} {
		key, value, _ := strings.Cut(bad, "=")
		if err := o.Set(key, value); err == nil {
			t.Error(bad, "is taken")
		}
	}
}

// TestChapters holds what the schemas of the chapters are told.
func TestChapters(t *testing.T) {
	grows := func(list ...string) string {
		for i := 0; i < len(list); i += 2 {
			list[i/2] = "R18 a partition of " + list[i] + " gets new rows by `" + list[i+1] + "` as long as they are written: nothing limits it"
		}
		return strings.Join(list[:len(list)/2], "\n")
	}
	// Partitions that grow are what the chapters then split.
	want := map[string]string{
		"hotel.cql":      grows("available_rooms_by_hotel_date", "date", "reservations_by_guest", "start_date"),
		"killrvideo.cql": grows("user_videos", "added_date", "comments_by_user", "commentid", "video_recommendations", "added_date", "comments_by_video", "commentid"),
		// One hotel in one partition is where the foundations begin; the growth is measured in hotel/size.
		"rooms.cql": grows("rooms_by_hotel", "date"),
		"shop.cql":  grows("customers_by_liked_product", "liked_on", "products_liked_by_customer", "liked_on", "orders_by_user", "order_date", "reviews_by_product", "review_id"),
	}
	files, err := filepath.Glob("../../content/schemas/*.cql")
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range advise(t, diag.NewSource(file, string(text))) {
			got = append(got, d.Rule+" "+d.Message)
		}
		name := filepath.Base(file)
		if s := strings.Join(got, "\n"); s != want[name] {
			t.Errorf("%s:\n%s", name, s)
		}
	}
}

// TestWhatIsTypedIsMarked: a comment that an advice tells to write is between backticks, so that
// one sees where it ends, and a page sets it as code.
func TestWhatIsTypedIsMarked(t *testing.T) {
	said := 0
	look := func(text string) {
		for i, part := range strings.Split(text, "`") {
			if said += strings.Count(part, "--"); i%2 == 0 && strings.Contains(part, "--") {
				t.Errorf("a comment is not marked in %q", text)
			}
		}
	}
	for _, r := range advice.Rules() {
		look(r.Instead)
	}
	for _, d := range advise(t, diag.NewSource("", "-- lab:ignore\nCREATE TABLE t (id uuid PRIMARY KEY);")) {
		look(d.Instead)
	}
	if said < 2 {
		t.Errorf("only %d comments are told", said)
	}
}

// TestLossesAcrossFiles: what one migration makes may be full when another one drops it; in one file nobody has
// written in between.
func TestLossesAcrossFiles(t *testing.T) {
	const makes, drops = "CREATE TABLE t (k uuid PRIMARY KEY, v int);\n", "ALTER TABLE t DROP v;\nDROP TABLE t;\n"
	for _, test := range []struct {
		files bool
		want  string
	}{
		{false, ""},
		{true, "R99 all values of `v` in t are gone\nR99 all rows of t are gone with it"},
	} {
		src := diag.NewSource("", makes+drops)
		if test.files {
			src.Files = []diag.File{{Name: "V1.cql"}, {Name: "V2.cql", Start: len(makes), Text: len(makes)}}
		}
		var got []string
		for _, d := range advise(t, src) {
			got = append(got, d.Rule+" "+d.Message)
		}
		if s := strings.Join(got, "\n"); s != test.want {
			t.Errorf("several files %v: %q, want %q", test.files, s, test.want)
		}
	}
}
