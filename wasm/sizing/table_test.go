package sizing

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// table makes a table from a short text: a column a line, name, type, and K, C,
// C↓ or S for the role. Names of types that are not CQL's are user-defined types.
func table(name, text string, udts ...*cqltype.Type) *schema.Table {
	t := &schema.Table{Keyspace: "lab", Name: name, Params: schema.DefaultParams()}
	for _, part := range strings.Split(text, ";") {
		f := strings.Fields(part)
		c := &schema.Column{Name: f[0], Type: parseType(f[1], udts), Kind: schema.Regular}
		role := ""
		if len(f) > 2 {
			role = f[2]
		}
		switch role {
		case "K":
			c.Kind, c.Position = schema.PartitionKey, len(t.PartitionKey)
			t.PartitionKey = append(t.PartitionKey, c)
		case "C", "C↓":
			c.Kind, c.Position, c.Desc = schema.Clustering, len(t.Clustering), role == "C↓"
			t.Clustering = append(t.Clustering, c)
		case "S":
			c.Kind = schema.Static
			t.Statics = stored(t.Statics, c)
		default:
			t.Regulars = stored(t.Regulars, c)
		}
		t.Counter = t.Counter || c.Type.Kind == cqltype.Counter
	}
	return t
}

// stored inserts a column in the order in which columns are stored.
func stored(list []*schema.Column, c *schema.Column) []*schema.Column {
	i := 0
	for i < len(list) && (!list[i].Type.MultiCell() && c.Type.MultiCell() || list[i].Type.MultiCell() == c.Type.MultiCell() && list[i].Name < c.Name) {
		i++
	}
	return append(list[:i:i], append([]*schema.Column{c}, list[i:]...)...)
}

func parseType(s string, udts []*cqltype.Type) *cqltype.Type {
	open := strings.IndexByte(s, '<')
	if open < 0 {
		for _, u := range udts {
			if u.Name == s {
				u := *u
				return &u
			}
		}
		return cqltype.Native(s)
	}
	var args []string
	depth, start := 0, open+1
	for i := open + 1; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 && s[i] == ',' || depth < 0 {
			args = append(args, s[start:i])
			start = i + 1
		}
	}
	t := &cqltype.Type{}
	switch s[:open] {
	case "frozen":
		t = parseType(args[0], udts)
		t.Frozen = true
		return t
	case "list":
		t.Kind = cqltype.List
	case "set":
		t.Kind = cqltype.Set
	case "map":
		t.Kind = cqltype.Map
	case "tuple":
		t.Kind = cqltype.Tuple
	case "vector":
		t.Kind = cqltype.Vector
		t.Dim, _ = strconv.Atoi(args[1])
		args = args[:1]
	}
	for _, a := range args {
		e := parseType(a, udts)
		if e.IsCollection() || e.Kind == cqltype.UDT {
			e.Frozen = true
		}
		t.Elems = append(t.Elems, e)
	}
	return t
}

var address = &cqltype.Type{Kind: cqltype.UDT, Keyspace: "lab", Name: "address", Fields: []cqltype.Field{
	{Name: "street", Type: cqltype.NativeOf(cqltype.Text)},
	{Name: "city", Type: cqltype.NativeOf(cqltype.Text)},
	{Name: "zip", Type: cqltype.NativeOf(cqltype.Int)},
}}

var (
	availability = table("available_rooms_by_hotel_date", "hotel_id text K; date date C; room_number smallint C; is_available boolean")
	bucketed     = table("available_rooms_by_hotel_date_bucketed", "hotel_id text K; month int K; date date C; room_number smallint C; is_available boolean")
	sensors      = table("sensor_readings", "sensor_id text K; day date K; reading_time timestamp C; temperature double; humidity double; pressure double")
	smith        = table("reservations_by_guest", "guest_last_name text K; hotel_id text C; guest_id uuid C; start_date date C; confirm_number text C; end_date date; room_number smallint")
	groups       = table("groups", "groupname text K; group_description text S; userid uuid C; firstname text; lastname text")
	keyOnly      = table("pk", "p int K; k int C")
	latest       = table("latest_videos", "yyyymmdd text K; added_date timestamp C↓; videoid uuid C; userid uuid; name text; preview_image_location text")
	comments     = table("comments_by_video", "videoid uuid K; commentid timeuuid C↓; userid uuid; comment text")
	likes        = table("customers_by_liked_product", "liked_prdt_id text K; liked_on timestamp C↓; cust_id text C; title text S; first_name text; last_name text")
	pois         = table("hotels_by_poi", "poi_name text K; hotel_id text C; name text; phone text; address frozen<address>", address)
	byTag        = table("videos_by_tag", "tag text K; videoid uuid C; added_date timestamp; userid uuid; name text; preview_image_location text; tagged_date timestamp")
)
