// Package version is the table of what differs between the servers whose verdicts are given:
// one row a difference, which whoever judges asks by its name. Nobody compares versions.
package version

import (
	"errors"
	"strconv"
	"strings"
)

// A Server is a release. The zero value is the one that everything else is written for.
type Server int8

// The releases, in order.
const (
	V40 Server = iota - 2
	V41
	V50
	ever Server = 1 // behind all of them
)

// names are those of the releases from V40 on, and what was asked when a row was written.
var names = [...][2]string{{"4.0", "4.0.19"}, {"4.1", "4.1.10"}, {"5.0", "5.0.8"}}

// String is the name of the release, as it is set.
func (s Server) String() string { return names[s-V40][0] }

// Release is the server that verdicts are compared with.
func (s Server) Release() string { return names[s-V40][1] }

// Parse reads the name of a release.
func Parse(name string) (Server, error) {
	for i, n := range names {
		if n[0] == name || n[1] == name {
			return V40 + Server(i), nil
		}
	}
	return V50, errors.New(strconv.Quote(name) + " is no server whose verdicts are given: write 5.0, 4.1 or 4.0 (3.11 and 6.0 are not offered yet)")
}

// Names are the releases that may be set, in order.
func Names() (list []string) {
	for _, n := range names {
		list = append(list, n[0])
	}
	return list
}

// A Feature is something that not every release has.
type Feature uint8

// Row is what is known of a feature.
type Row struct {
	Since, Until Server // the first release that has it, and the first that has it no longer
	What         string // it, as it begins "… is new in 5.0", where a refusal says so
	Says         string // what a server without it says, where the judge has it from here: versionbook has the others
}

// Of is the row of a feature.
func Of(f Feature) Row { return rows[f] }

// All are the features that there are.
func All() []Row { return rows[1:] }

// Has reports whether the release has the feature.
func (s Server) Has(f Feature) bool { return s >= rows[f].Since && s < rows[f].Until }

// Switches are the features of one server, as a statement asks for them; nil are those of 5.0.
type Switches struct {
	Server
	Missed Feature // the last one that was asked for and is not there; 0 for none
}

// On reports whether the server has the feature, and remembers one that it has not.
func (s *Switches) On(f Feature) bool {
	if s == nil {
		return V50.Has(f)
	}
	if s.Has(f) {
		return true
	}
	s.Missed = f
	return false
}

// Has reports whether the server has the feature; whoever asks about words only asks so.
func (s *Switches) Has(f Feature) bool { return s == nil && V50.Has(f) || s != nil && s.Server.Has(f) }

// Miss is the feature that was missed since the last call.
func (s *Switches) Miss() (f Feature) {
	if s != nil {
		f, s.Missed = s.Missed, 0
	}
	return f
}

// Other is the release next to one without the feature that has it.
func (f Feature) Other(s Server) Server {
	if r := rows[f]; s < r.Since {
		return r.Since
	} else {
		return r.Until - 1
	}
}

// When says in which releases the feature is there, as in "since 5.0".
func (f Feature) When() string {
	r := rows[f]
	if r.Until > V50 {
		return "since " + r.Since.String()
	}
	return "until " + (r.Until - 1).String()
}

// Why says of a release without the feature why it refuses what another one takes.
func (f Feature) Why(s Server) string {
	r := rows[f]
	verb := " is"
	if strings.HasSuffix(r.What, "s") {
		verb = " are"
	}
	if s < r.Since {
		return s.String() + " refuses this: " + r.What + verb + " new in " + r.Since.String() + "."
	}
	return s.String() + " refuses this: " + r.What + verb + " there until " + (r.Until - 1).String() + " only."
}
