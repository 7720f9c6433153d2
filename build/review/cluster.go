// What statements meet.

package review

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// A Cluster is what statements meet, as whoever calls declares it. What it says wins
// over a configuration.
type Cluster struct {
	Keyspace    *string // in use, made when first needed; "" for none, nil where nothing is said
	Now         *int64  // the clock, in seconds since 1970, where it stands still
	Datacenters []string
	Nodes       string      // as -nodes has them
	Set         [][2]string // keys of cassandra.yaml
	Superuser   bool
	Server      string  // the release, "" where nothing is said
	Budget      float64 // how many times the usual work
	// Pause is called every now and then; where it returns false, the run is to end.
	Pause func() (goOn bool)
}

// Settings are those of the server: the shipped ones, over them what the
// configuration says, over that the flags.
func (x *Cluster) Settings(scope project.Scope) *check.Settings {
	s := check.NewSettings()
	if name := cmp.Or(x.Server, scope.Server); name != "" {
		s.SetServer(name) // read once already
	}
	for key, value := range scope.Settings {
		s.Set(key, value) // read once already
	}
	for _, pair := range x.Set {
		s.Set(pair[0], pair[1])
	}
	nodes := x.Nodes
	if nodes == "" && x.Datacenters == nil {
		nodes = scope.Nodes
	}
	if x.Datacenters != nil {
		s.Datacenters = x.Datacenters
	}
	if nodes != "" {
		s.SetNodes(nodes)
		for _, dc := range x.Datacenters {
			if !slices.Contains(s.Datacenters, dc) {
				s.Datacenters = append(s.Datacenters, dc)
			}
		}
	}
	s.Superuser = x.Superuser || scope.Superuser
	return s
}

// Refused is what the server would say to the keys that the flags set, nil where it takes them all.
func (x *Cluster) Refused(scope project.Scope) error {
	s := check.NewSettings()
	if name := cmp.Or(x.Server, scope.Server); name != "" {
		s.SetServer(name)
	}
	for _, pair := range x.Set {
		if err := s.Set(pair[0], pair[1]); err != nil {
			return fmt.Errorf("-set %s=%s: %w", pair[0], pair[1], err)
		}
	}
	return nil
}

// Settable is why no server takes a key of cassandra.yaml with a value, nil where one does.
func Settable(key, value string) (err error) {
	for _, name := range version.Names() {
		s := check.NewSettings()
		s.SetServer(name)
		if err = s.Set(key, value); err == nil {
			return nil
		}
	}
	return err // the newest one's
}

// Judges are the servers whose verdicts are given.
func (x *Cluster) Judges(batches []*Batch) string {
	var out []string
	for _, b := range batches {
		if s := x.Settings(b.Scope).Server.Release(); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return "Apache Cassandra " + strings.Join(out, " and ")
}

// Clock is the time that is declared, else that of the real clock.
func (x *Cluster) Clock() int64 {
	if x.Now != nil {
		return *x.Now
	}
	return time.Now().Unix()
}

// DefaultKeyspace is in use where nothing else is said.
const DefaultKeyspace = "lab"

// InUse is the keyspace in use.
func (x *Cluster) InUse(scope project.Scope) string {
	switch {
	case x.Keyspace != nil:
		return *x.Keyspace
	case scope.Keyspace != nil:
		return *scope.Keyspace
	}
	return DefaultKeyspace
}

// Session starts a session on the cluster.
func (x *Cluster) Session(scope project.Scope) *session.Session {
	s := session.New(session.Settings{Keyspace: x.InUse(scope), Now: x.Clock(), Check: x.Settings(scope)})
	s.Meter(x.Meter())
	return s
}

// The usual work, in units of package work, and what a run may keep, in bytes. A run has ten
// seconds for work that does not grow with its text alone: statements that read ever more rows.
const (
	usualStatement = 20_000_000
	usualRun       = 100_000_000
	usualByte      = 5 // a short statement takes about so many units for each of its bytes
	usualMemory    = 512 << 20
)

// Meter counts the work of a session and ends what takes more than the budget.
func (x *Cluster) Meter() *work.Meter {
	return &work.Meter{Pause: x.Pause, Most: max(int(x.Budget*usualStatement), 1), All: max(int(x.Budget*usualRun), 1), Each: int(x.Budget * usualByte), Memory: max(int(x.Budget*usualMemory), 1)}
}

// OverBudget is what to say of a statement that the budget did not suffice for, by what its
// session says.
func OverBudget(d diag.Diagnostic) diag.Diagnostic {
	d.Message = "over budget"
	d.Instead = finding.MoreBudget
	return d
}

// offer adds to a refusal what a flag can do about it.
func (x *Cluster) offer(d diag.Diagnostic, scope project.Scope) diag.Diagnostic {
	stray, _ := d.About.(*check.StrayDatacenter)
	switch {
	case d.Rule == string(rule.KS06) && stray != nil && stray.Entry != nil && !strings.ContainsAny(stray.Entry.Key, ",="):
		d.Instead = strings.TrimSpace(d.Instead + " If your cluster has this data center, declare it: -nodes " + x.with(stray.Entry, scope) + ", or nodes in partitionlab.toml.")
	case d.Rule == string(rule.KS08) && d.Kind != diag.Exists:
		d.Instead = strings.TrimSpace(d.Instead + " If it is made elsewhere, -keyspace NAME makes it here when first needed, as does keyspace in partitionlab.toml.")
	}
	return d
}

// with is what -nodes has to say for a data center more, with as many nodes as it is to
// have replicas.
func (x *Cluster) with(dc *cql.PropertyEntry, scope project.Scope) string {
	var out []string
	if s := x.Settings(scope); s.Nodes != nil || x.Datacenters != nil {
		for _, name := range s.Datacenters {
			out = append(out, name+"="+strconv.Itoa(s.NodesOf(name)))
		}
	}
	replicas, err := strconv.Atoi(dc.Value)
	if err != nil || replicas < 1 {
		replicas = 1
	}
	return strings.Join(append(out, dc.Key+"="+strconv.Itoa(replicas)), ",")
}
