// Speed: the time that the core needs for a verdict beside an uncached PREPARE
// round trip to the server, in one run.

package main

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	verdict "partitionlab/wasm/judge"
)

// speedSchema is a chapter's table, speedStatements are what applications ask of
// it: # becomes another literal each time, so that no PREPARE is cached.
const speedSchema = `CREATE TABLE available_rooms_by_hotel_date (hotel_id text, date date, room_number smallint, is_available boolean,
	PRIMARY KEY ((hotel_id), date, room_number)) WITH CLUSTERING ORDER BY (date DESC, room_number ASC)`

var speedStatements = []struct{ name, text string }{
	{"SELECT, one row", "SELECT is_available FROM available_rooms_by_hotel_date WHERE hotel_id = 'AZ#' AND date = '2026-01-01' AND room_number = 101"},
	{"SELECT, slice", "SELECT date, room_number, is_available FROM available_rooms_by_hotel_date WHERE hotel_id = 'AZ#' AND date >= '2026-01-01' AND date < '2026-02-01' LIMIT 100"},
	{"SELECT, markers", "SELECT * FROM available_rooms_by_hotel_date WHERE hotel_id = ? AND date = ? LIMIT #"},
	{"SELECT, refused", "SELECT room_number FROM available_rooms_by_hotel_date WHERE hotel_id = 'AZ#' AND room_number = 101"},
	{"INSERT", "INSERT INTO available_rooms_by_hotel_date (hotel_id, date, room_number, is_available) VALUES ('AZ#', '2026-01-01', 101, true)"},
	{"UPDATE", "UPDATE available_rooms_by_hotel_date USING TTL 86400 SET is_available = false WHERE hotel_id = 'AZ#' AND date = '2026-01-01' AND room_number = 101"},
	{"DELETE", "DELETE FROM available_rooms_by_hotel_date WHERE hotel_id = 'AZ#' AND date = '2026-01-01' AND room_number = 101"},
}

const (
	speedRounds = 30  // of them the middle one counts
	speedRound  = 100 // statements
	speedGoal   = 50  // times as fast as the server
)

// runSpeed prints the times and their ratios.
func runSpeed(srv *cassandra.Server) error {
	const keyspace = "speed"
	side, err := newServer(srv, keyspace)
	if err != nil {
		return err
	}
	defer side.close()
	core := newCore(srv.Line, keyspace)
	if a, err := side.ask(speedSchema); err != nil || !a.OK {
		return fmt.Errorf("%s %w", a, err)
	}
	core.ask(speedSchema)
	ctx := &check.Context{Catalogue: core.session.Catalogue(), Settings: settings(srv.Line), Keyspace: keyspace, Clock: check.Clock{Now: time.Now().Unix()}}
	fmt.Printf("%-18s %14s %14s %8s\n", "µs per statement", "server PREPARE", "core verdict", "ratio")
	n := 100000
	text := func(s string) string {
		n++
		return strings.ReplaceAll(s, "#", fmt.Sprint(n))
	}
	for _, s := range speedStatements {
		var server, ours []time.Duration
		for round := range speedRounds + 10 {
			// the two take turns, so that a busy machine slows both
			var texts []string
			for range speedRound {
				texts = append(texts, text(s.text))
			}
			start := time.Now()
			for _, q := range texts {
				side.conn.Prepare(q)
			}
			a := time.Since(start)
			start = time.Now()
			for _, q := range texts {
				stmt, markers, _ := cql.ParseStatement(q)
				ctx.Prepare = len(markers) > 0
				verdict.Statement(ctx, stmt)
			}
			b := time.Since(start)
			if round >= 10 { // the others warm up
				server, ours = append(server, a/speedRound), append(ours, b/speedRound)
			}
		}
		a, b := middle(server), middle(ours)
		fmt.Printf("%-18s %14.1f %14.1f %8.0f\n", s.name, float64(a.Nanoseconds())/1000, float64(b.Nanoseconds())/1000, float64(a)/float64(b))
	}
	fmt.Printf("the goal is a ratio of %d for what is accepted; the core also looks for repairs of what is refused\n", speedGoal)
	return nil
}

func middle(list []time.Duration) time.Duration {
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	return list[len(list)/2]
}
