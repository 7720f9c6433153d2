package sizing

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

func size(t testing.TB, tab *schema.Table, f sstable.Format, text string) *Result {
	t.Helper()
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tab.Name, problems)
	}
	s, problems := New(tab, w, f)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tab.Name, problems)
	}
	r, problems := s.Result(Options{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", tab.Name, problems)
	}
	return r
}

// The numbers that the chapters state, each confirmed by a flush or computed from
// the layout that flushes confirmed.
func TestGolden(t *testing.T) {
	const (
		hotel  = "rooms = 100\ndays = 730\nrows = rooms * days\nlen.hotel_id = 5\n"
		sensor = "rate = 1\nrows = 86400 * rate\nlen.sensor_id = 10\n"
		guest  = "len.guest_last_name = 5\nlen.hotel_id = 5\nlen.confirm_number = 6\n"
		group  = "rows = 1000\nlen.groupname = 8\nlen.group_description = 13\nlen.firstname = 5\nlen.lastname = 6\n"
		video  = "len.yyyymmdd = 8\nlen.name = 20\nlen.preview_image_location = 80\n"
		poi    = "rows = 1\nlen.poi_name = 6\nlen.hotel_id = 5\nlen.name = 12\nlen.phone = 12\nnull.address = 1\n"
		like   = "likes = 1000000\nrows = likes\nlen.liked_prdt_id = 5\nlen.title = 5\nlen.cust_id = 5\nlen.first_name = 7\nlen.last_name = 8\n"
	)
	for _, c := range []struct {
		name                            string
		table                           *schema.Table
		text                            string
		format                          sstable.Format
		rows, values, docs, thumb, disk int64 // 0: not stated
	}{
		{"hotel once", availability, hotel, sstable.NB, 73000, 73000, 1095005, 5548000, 1095020},
		{"hotel once da", availability, hotel, sstable.DA, 73000, 73000, 1095005, 5548000, 1095009},
		{"hotel live", availability, hotel + "written = 100 every 1d", sstable.NB, 73000, 73000, 1095005, 5548000, 1527420},
		{"hotel 400 once", availability, strings.Replace(hotel, "100", "400", 1), sstable.NB, 0, 292000, 0, 0, 4380020},
		{"hotel 400 live", availability, strings.Replace(hotel, "100", "400", 1) + "written = rooms every 1d", sstable.NB, 0, 0, 0, 0, 6109620},
		{"hotel 240 × 1095 live", availability, "rows = 240*1095\nlen.hotel_id = 5\nwritten = 240 every 1d", sstable.NB, 0, 262800, 3942005, 0, 5505380},
		{"hotel 1000 live", availability, strings.Replace(hotel, "100", "1000", 1) + "written = rooms every 1d", sstable.NB, 0, 0, 0, 0, 15274020},
		{"bucketed once", bucketed, "rows = 31*100\nlen.hotel_id = 5", sstable.NB, 3100, 3100, 46509, 0, 46530},
		{"bucketed live", bucketed, "rows = 31*100\nlen.hotel_id = 5\nwritten = 100 every 1d", sstable.NB, 0, 0, 0, 0, 61530},
		{"bucketed 1000 once", bucketed, "rows = 31*1000\nlen.hotel_id = 5", sstable.NB, 0, 0, 0, 0, 465030},
		{"bucketed 1000 live", bucketed, "rows = 31*1000\nlen.hotel_id = 5\nwritten = 1000 every 1d", sstable.NB, 0, 0, 0, 0, 615030},
		{"sensor once", sensors, sensor, sstable.NB, 86400, 259200, 4838414, 10713600, 3456035},
		{"sensor, one value in a row", sensors, sensor + "null.temperature = 1\nnull.humidity = 1", sstable.NB, 86400, 86400, 4838414, 0, 0},
		{"sensor, half a value in a row", sensors, sensor + "null.temperature = 1\nnull.humidity = 1\nnull.pressure = 50%", sstable.NB, 86400, 43200, 0, 0, 0},
		{"groups, one static value", groups, group + "null.group_description = 1", sstable.NB, 1000, 2000, 0, 0, 0},
		{"sensor live", sensors, sensor + "written = 1 every 1s", sstable.NB, 86400, 0, 0, 0, 3853401},
		{"sensor live+TTL", sensors, sensor + "written = 1 every 1s\nttl = 90d", sstable.NB, 86400, 0, 0, 0, 4182489},
		{"sensor 10/s", sensors, "rows = 864000\nlen.sensor_id = 10\nwritten = 1 every 100ms", sstable.NB, 0, 2592000, 48384014, 107136000, 38533729},
		{"sensor 10/s, an hour", table("sensor_readings", "sensor_id text K; hour timestamp K; reading_time timestamp C; temperature double; humidity double; pressure double"),
			"rows = 36000\nlen.sensor_id = 10\nwritten = 1 every 100ms", sstable.NB, 0, 108000, 2016018, 4464000, 1581331},
		{"sensor 1/min", sensors, "rows = 1440\nlen.sensor_id = 10\nwritten = 1 every 1min", sstable.NB, 0, 4320, 80654, 178560, 64254},
		{"sensor 1/min, a month", sensors, "rows = 31*1440\nlen.sensor_id = 10\nwritten = 1 every 1min", sstable.NB, 0, 133920, 0, 0, 2008254},
		{"sensor 1/s, a month", sensors, "rows = 31*86400\nlen.sensor_id = 10\nwritten = 1 every 1s", sstable.NB, 0, 8035200, 0, 0, 120493401},
		{"key only", keyOnly, "rows = 100001", sstable.NB, 100001, 0, 400008, 2700027, 900028},
		{"groups", groups, group, sstable.NB, 1000, 2001, 43029, 96013, 36043},
		{"latest_videos", latest, video + "rows = 10000", sstable.NB, 0, 30000, 1640008, 2550000, 1510022},
		{"latest_videos live", latest, video + "rows = 10000\nwritten = over 1d", sstable.NB, 0, 0, 0, 0, 1565978},
		{"latest_videos, a million live", latest, video + "rows = 1e6\nwritten = over 1d", sstable.NB, 0, 0, 0, 0, 156596098},
		{"comments_by_video once", comments, "rows = 500000\nlen.comment = 120", sstable.NB, 0, 1000000, 0, 0, 81000030},
		{"comments_by_video live", comments, "rows = 500000\nlen.comment = 120\nwritten = over 365d", sstable.NB, 0, 0, 0, 0, 83929746},
		{"videos_by_tag", byTag, "rows = 2000000\nlen.tag = 3\nlen.name = 20\nlen.preview_image_location = 80\nwritten = over 5y", sstable.NB, 0, 0, 0, 0, 335943789},
		{"likes", likes, like, sstable.NB, 0, 2000001, 0, 0, 38000032},
		{"likes live", likes, like + "written = over 365d", sstable.NB, 0, 0, 0, 0, 43859468},
		{"hotel, 20 rooms of the first night deleted (a real flush)", availability, "rows = 4000\nlen.hotel_id = 5\nwritten = 100 every 1d\ndeleted = 20/4000\ndeleted_after = 95255706", sstable.NB, 4000, 0, 0, 0, 79640},
		{"POI by INSERT", pois, poi, sstable.NB, 1, 0, 0, 0, 60},
		{"POI by UPDATE", pois, poi + "statement = update", sstable.NB, 1, 0, 0, 0, 61},
		{"POI with TTL", pois, poi + "ttl = 1d", sstable.NB, 1, 0, 0, 0, 62},
		{"POI without phone, in a file that has none", pois, poi + "null.phone = 1", sstable.NB, 1, 0, 0, 0, 46},
		{"POI without phone, in a file that has some", pois, poi + "null.phone = 0.9", sstable.NB, 1, 0, 0, 0, 47},
		{"POI deleted, in a file that names its columns", pois, poi + "deleted = 1", sstable.NB, 1, 0, 0, 0, 34},
		{"Smith, two years, TTL", smith, guest + "rows = 876000\nwritten = 1200 every 1d\nttl = 730d", sstable.NB, 876000, 0, 0, 0, 52460420},
		{"sensor 1/s, hotel texts", table("availability", "hotel_id text K; date text C; room_number int C; is_available boolean"), "rows = 73000\nlen.hotel_id = 5\nlen.date = 10", sstable.NB, 73000, 0, 1679005, 0, 1606020},
		{"Smith, 1,701 days, once", smith, guest + "rows = 1200*1701", sstable.NB, 0, 0, 0, 0, 1200*1701*49 + 20},
	} {
		r := size(t, c.table, c.format, c.text)
		for _, x := range []struct {
			what      string
			got, want int64
		}{{"rows", r.Rows.Max, c.rows}, {"values", r.Values.Max, c.values}, {"docs", r.Docs.Max, c.docs}, {"thumb", r.Thumb.Max, c.thumb}, {"disk", r.Disk.Max, c.disk}} {
			if x.want != 0 && x.got != x.want {
				t.Errorf("%s: %s %d, want %d", c.name, x.what, x.got, x.want)
			}
		}
		var sum ByKind
		var docs, thumb int64
		for _, b := range r.Columns {
			docs += b.Docs
			thumb += b.Thumb
			for k, n := range b.ByKind {
				sum[k] += n
			}
		}
		if sum != r.Kinds || sum.Total() != r.Disk.Max || docs != r.Docs.Max || thumb != r.Thumb.Max {
			t.Errorf("%s: columns add up to disk %d docs %d thumb %d, not %d %d %d", c.name, sum.Total(), docs, thumb, r.Disk.Max, r.Docs.Max, r.Thumb.Max)
		}
	}
}

// A partition begins empty and gains rows every day: what is kept, by number of days or by
// TTL, ends its growth, at the size that it is said to have.
func TestGrowthEnds(t *testing.T) {
	const day = "messages = 200\ndays = 365\nrows = messages * days\nlen.hotel_id = 5\nwritten = messages every 1d\n"
	for _, c := range []struct {
		work      string
		rows, end int64 // 0: it grows for ever
	}{
		{day + "grow = messages * min(t, days) in t", 73_000, 365},
		{day + "grow = messages * t in t", 73_000, 0},
		{day + "ttl = 30d\ngc_grace = 10d\ngrow = messages * t in t", 200 * 41, 41},
		{day + "ttl = 30d\ngc_grace = 2d\ncompaction_window = 3d\ngrow = messages * min(t, days) in t", 200 * 35, 35},
		{day + "ttl = 900d\ngrow = messages * min(t, days) in t", 73_000, 365},
		{strings.Replace(day, "messages every 1d", "1 every 1d/messages", 1) + "ttl = 30d\ngc_grace = 10d\ngrow = messages * t in t", 200 * 41, 41},
		// What one flush writes is written, however old it is.
		{day + "ttl = 30d\n", 73_000, 0},
	} {
		r := size(t, availability, sstable.NB, c.work)
		if r.Rows.Max != c.rows {
			t.Errorf("%s: %d rows, want %d", c.work, r.Rows.Max, c.rows)
		}
		g := r.Growth
		if g == nil {
			g = &Growth{}
		}
		if g.Ends != (c.end > 0) || g.EndDay != c.end || g.Ends && (g.Stays != r.Disk.Max || g.First >= r.Disk.Max) {
			t.Errorf("%s: ends %v on day %d at %d B, want day %d at %d B", c.work, g.Ends, g.EndDay, g.Stays, c.end, r.Disk.Max)
		}
	}
}

// Where lines lie, by input and by day.
func TestCrossings(t *testing.T) {
	const hotel = "rooms = 100\ndays = 730\nrows = rooms * days\nlen.hotel_id = 5\nwritten = rooms every 1d\ngrow = rooms*(730+t) in t\n"
	r := size(t, availability, sstable.NB, hotel)
	find := func(r *Result, line, input string) InputCrossing {
		for _, l := range r.Lines {
			for _, x := range l.Inputs {
				if l.Name == line && x.Input == input {
					return x
				}
			}
		}
		t.Fatalf("no crossing of %s by %s", line, input)
		return InputCrossing{}
	}
	day := func(r *Result, line string) DayOfCrossing {
		for _, d := range r.Growth.Days {
			if d.Name == line {
				return d
			}
		}
		return DayOfCrossing{}
	}
	if x := find(r, "values", "rooms"); x.At != 136 || x.AtLeast {
		t.Errorf("rooms up to the values line: %+v", x)
	}
	if x := find(r, "values", "days"); x.At != 1000 {
		t.Errorf("days up to the values line: %+v", x)
	}
	for _, c := range []struct {
		line      string
		day, once int64
	}{{"target", 4035, 5937}, {"values", 271, 271}} {
		if d := day(r, c.line); d.Day != c.day || d.OnceDay != c.once {
			t.Errorf("%s: %+v, want day %d, once %d", c.line, d, c.day, c.once)
		}
	}
	if d := day(r, "limit"); d.Day < 120*365 || d.Day > 125*365 {
		t.Errorf("100 MB after some 123 years: day %d", d.Day)
	}
	for i, p := range r.Growth.Points()[1:] {
		if q := r.Growth.Points()[i]; p.Day <= q.Day || p.Disk < q.Disk {
			t.Fatalf("growth falls: %+v %+v", q, p)
		}
	}

	const guest = "perday = 5000*100*0.6/2*0.008\nlen.guest_last_name = 5\nlen.hotel_id = 5\nlen.confirm_number = 6\nwritten = 1 every 1d/perday\ngrow = perday*t in t\n"
	r = size(t, smith, sstable.NB, guest)
	for _, c := range []struct {
		line      string
		day, once int64
	}{{"target", 153, 171}, {"limit", 1517, 1701}, {"values", 42, 42}} {
		if d := day(r, c.line); d.Day != c.day || d.OnceDay != c.once {
			t.Errorf("Smith %s: %+v, want day %d, once %d", c.line, d, c.day, c.once)
		}
	}
	// Bookings written in one go each night instead of one by one: the same days.
	r = size(t, smith, sstable.NB, strings.Replace(guest, "1 every 1d/perday", "perday every 1d", 1))
	if d := day(r, "limit"); d.Day != 1517 {
		t.Errorf("Smith by the night: day %d", d.Day)
	}
	r = size(t, table("unbucketed", "sensor_id text K; reading_time timestamp C; temperature double; humidity double; pressure double"), sstable.NB,
		"len.sensor_id = 10\nwritten = 1 every 1s\ngrow = 86400*t in t")
	if d := day(r, "limit"); d.Day != 26 || d.OnceDay != 29 {
		t.Errorf("a sensor without a bucket: %+v", d)
	}
	r = size(t, smith, sstable.NB, strings.Replace(guest, "0.6", "0.8", 1))
	if d := day(r, "limit"); d.Day != 1138 {
		t.Errorf("Smith at 80 %%: day %d", d.Day)
	}

	r = size(t, likes, sstable.NB, "likes = 1000000\nrows = likes\nlen.liked_prdt_id = 5\nlen.title = 5\nlen.cust_id = 5\nlen.first_name = 7\nlen.last_name = 8\nwritten = over 365d")
	if x := find(r, "limit", "likes"); x.At != 2280010 {
		t.Errorf("likes up to 100 MB: %+v", x)
	}
	r = size(t, latest, sstable.NB, "uploads = 10000\nrows = uploads\nlen.yyyymmdd = 8\nlen.name = 20\nlen.preview_image_location = 80\nwritten = over 1d")
	for line, want := range map[string]int64{"target": 63858, "limit": 638585, "values": 33333} {
		if x := find(r, line, "uploads"); x.At != want {
			t.Errorf("uploads up to %s: %+v, want %d", line, x, want)
		}
	}
	// The more partitions share the rows, the smaller each: from how many on is it below the target?
	r = size(t, smith, sstable.NB, "partitions = 1\nrows = 2e6 / partitions\nlen.guest_last_name = 5\nlen.hotel_id = 5\nlen.confirm_number = 6\n")
	if x := find(r, "target", "partitions"); !x.AtLeast || x.At != 10 {
		t.Errorf("partitions: %+v", x)
	}
}

func TestRanges(t *testing.T) {
	r := size(t, availability, sstable.NB, "rooms = 20..400\ndays = 365..1095\nrows = rooms*days\nlen.hotel_id = 5\nwritten = rooms every 1d")
	if r.Values != (Amount{7300, 210 * 730, 438000}) || r.Once.Min != 109520 || r.Once.Max != 6570020 || r.Disk.Min != 152200 {
		t.Errorf("%+v", r)
	}
	if r.Disk.Max != 9175620 {
		t.Errorf("worst case live: %d", r.Disk.Max)
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		table      *schema.Table
		text, want string
	}{
		{availability, "rooms = 1", "the number of rows is missing"},
		{availability, "rows = -5", "the number of rows is negative: −5"},
		{availability, "rows = 10^30", "the result is too large"},
		{availability, "rows = 9e18", "the partition is too large to count"},
		{availability, "rows = 5\nlen.hotelid = 7", "`hotelid` is no column of available_rooms_by_hotel_date"},
		{availability, "rows = 5\nlen.is_available = 7", "the length of is_available is given by its type boolean"},
		{availability, "rows = 5\nlen.hotel_id = 0-7", "len.hotel_id is negative: −7"},
		{availability, "rows = 5\nlen.hotel_id = 70000", "a value of hotel_id takes 70,000 bytes"},
		{availability, "rows = 5\nlen.hotel_id = 3e9", "len.hotel_id is too large: 3,000,000,000"},
		{availability, "rows = 5\ncount.hotel_id = 7", "hotel_id has no number of elements: its type is text"},
		{availability, "rows = 5\nnull.date = 7", "date is a primary key column and is never null"},
		{availability, "rows = 5\nnull.is_available = 7", "the fraction of nulls is 7 to 7"},
		{availability, "rows = 5\nwritten = 0 every 1d", "so many rows are written at one time: 0"},
		{availability, "rows = 5\nwritten = 1 every 0 s", "the time between writes is 0"},
		{availability, "rows = 5\nttl = 30y", "ttl is too large: 946,080,000"},
		{availability, "grow = 5 - t in t", "the number of rows is negative: −507"},
		{table("users", "id uuid K; name text"), "rows = 5", "users has no clustering columns, so a partition has one row"},
		{table("users", "id uuid K; tags set<text>"), "count.tags = 1e9\nlen.tags = 1e9", "a value of tags takes 1,000,000,000 bytes"},
		{table("users", "id uuid K; tags frozen<set<text>>"), "count.tags = 1e6\nlen.tags = 1e6", "a value of tags takes 1,000,004,000,004 bytes"},
	} {
		w, problems := workload.Parse(diag.NewSource("", c.text), nil)
		if len(problems) == 0 {
			var s *Sizer
			if s, problems = New(c.table, w, sstable.NB); len(problems) == 0 {
				_, problems = s.Result(Options{})
			}
		}
		got := "none"
		if len(problems) > 0 {
			got = problems[0].Message
			if p := problems[0]; p.Source != nil && (p.Start < 0 || p.End > len(p.Source.Text)) {
				t.Errorf("%q: place %v", c.text, p.Span)
			}
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func benchmark(b *testing.B, tab *schema.Table, text string) {
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) > 0 {
		b.Fatal(problems)
	}
	b.ReportAllocs()
	for b.Loop() {
		s, problems := New(tab, w, sstable.NB)
		if len(problems) > 0 {
			b.Fatal(problems)
		}
		if _, problems = s.Result(Options{}); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

func BenchmarkHotel(b *testing.B) {
	benchmark(b, availability, "rooms = 100\ndays = 730\nrows = rooms * days\nlen.hotel_id = 5\nwritten = rooms every 1d\ngrow = rooms*(730+t) in t\n")
}

// A trillion rows take as long as ten.
func BenchmarkTrillionRows(b *testing.B) {
	benchmark(b, sensors, "rate = 1e9\nrows = 1000 * rate\nlen.sensor_id = 10\nwritten = rate every 1d\nttl = 90d")
}

func BenchmarkTenRows(b *testing.B) {
	benchmark(b, sensors, "rate = 1\nrows = 10 * rate\nlen.sensor_id = 10\nwritten = rate every 1d\nttl = 90d")
}

// The guideline for values counts those that are written: a table with three columns, of which
// each row sets one, reaches it with three times as many rows.
func TestValuesThatAreWritten(t *testing.T) {
	for nulls, most := range map[string]int64{"": 33333, "null.temperature = 1\nnull.humidity = 1\n": 100000} {
		r := size(t, sensors, sstable.NB, "rate = 60000\nrows = rate\nlen.sensor_id = 10\n"+nulls)
		found := false
		for _, l := range r.Lines {
			if l.Metric != ValueCount {
				continue
			}
			for _, in := range l.Inputs {
				if found = true; in.Input != "rate" || in.At != most || l.Over != (most < 60000) {
					t.Errorf("%q: over %v, up to %s = %d, want %d", nulls, l.Over, in.Input, in.At, most)
				}
			}
		}
		if !found {
			t.Errorf("%q: no crossing", nulls)
		}
	}
}
