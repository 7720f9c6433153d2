package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"partitionlab/build/project"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

// A cluster is what statements meet, as the flags of a command declare it.
type cluster struct {
	command     *command
	keyspace    *string
	now         *int64
	datacenters []string
	nodes       string
	set         [][2]string // keys of cassandra.yaml
	superuser   *bool
	budget      float64 // how many times the usual work
}

// cluster adds the flags that every command has which judges.
func (c *command) cluster() *cluster {
	x := &cluster{command: c}
	x.keyspace = c.flags.String("keyspace", "lab", "`keyspace` in use, made when first needed; '' for none")
	x.now = c.flags.Int64("now", 0, "the clock, in `seconds` since 1970; it stands still (default: real time)")
	c.flags.Func("nodes", "`dc1=3,dc2=3`: how many nodes each data center has; a number alone where there is one (default datacenter1=1)", func(s string) error {
		x.nodes = s
		return check.NewSettings().SetNodes(s)
	})
	c.flags.Func("dc", "`name` of a live data center, of one node where -nodes says nothing else; may be given several times", func(s string) error {
		if s == "" {
			return errors.New("a data center has a name")
		}
		x.datacenters = append(x.datacenters, s)
		return nil
	})
	c.pairs("set", "`key=value` of cassandra.yaml", func(key, value string) error {
		x.set = append(x.set, [2]string{key, value})
		return check.NewSettings().Set(key, value)
	})
	x.budget = 1
	c.flags.Func("budget", "how many `times` the usual work a run may take: of a statement some seconds and 400,000 keys or five million cells,\nof all some minutes (default 1). What takes more is not judged, and the exit code is 3", func(s string) error {
		times, err := strconv.ParseFloat(s, 64)
		if err != nil || !(times > 0) || times > 1e6 {
			return errors.New("a number above 0, such as 10 for ten times as much")
		}
		x.budget = times
		return nil
	})
	x.superuser = c.flags.Bool("superuser", false, "with -set authenticator=PasswordAuthenticator: the client is a superuser,\nwhom no guardrail stops. Without authentication every client is")
	return x
}

// settings are those of the server: the shipped ones, over them what the
// configuration says, over that the flags.
func (x *cluster) settings(scope project.Scope) *check.Settings {
	s := check.NewSettings()
	for key, value := range scope.Settings {
		s.Set(key, value) // read once already
	}
	for _, pair := range x.set {
		s.Set(pair[0], pair[1])
	}
	nodes := x.nodes
	if nodes == "" && x.datacenters == nil {
		nodes = scope.Nodes
	}
	if x.datacenters != nil {
		s.Datacenters = x.datacenters
	}
	if nodes != "" {
		s.SetNodes(nodes)
		for _, dc := range x.datacenters {
			if !slices.Contains(s.Datacenters, dc) {
				s.Datacenters = append(s.Datacenters, dc)
			}
		}
	}
	s.Superuser = *x.superuser || scope.Superuser
	return s
}

// clock is the time that the flags set, else that of the real clock.
func (x *cluster) clock() int64 {
	if x.command.given("now") {
		return *x.now
	}
	return time.Now().Unix()
}

// session starts a session on the cluster.
func (x *cluster) session(scope project.Scope) *session.Session {
	keyspace := *x.keyspace
	if scope.Keyspace != nil && !x.command.given("keyspace") {
		keyspace = *scope.Keyspace
	}
	s := session.New(session.Settings{Keyspace: keyspace, Now: x.clock(), Check: x.settings(scope)})
	s.Meter(x.meter())
	return s
}

// The usual work, in units of package work.
const (
	usualStatement = 20_000_000
	usualRun       = 2_000_000_000
)

// meter counts the work of a session and ends what takes more than the budget.
func (x *cluster) meter() *work.Meter {
	return &work.Meter{Most: max(int(x.budget*usualStatement), 1), All: max(int(x.budget*usualRun), 1)}
}

// overBudget is what to say of a statement that the budget did not suffice for.
func overBudget(r *session.Outcome) diag.Diagnostic {
	d := r.Notes[0]
	d.Message = "over budget"
	d.Instead = "-budget 10 allows ten times as much work and memory."
	return d
}

// offer adds to a refusal what a flag can do about it.
func (x *cluster) offer(d diag.Diagnostic) diag.Diagnostic {
	switch {
	case d.Rule == string(rule.KS06):
		d.Instead = strings.TrimSpace(d.Instead + " If your cluster has this data center, declare it: -nodes dc1=3,dc2=3, or nodes in partitionlab.toml.")
	case d.Rule == string(rule.KS08) && d.Kind != diag.Exists:
		d.Instead = strings.TrimSpace(d.Instead + " If it is made elsewhere, -keyspace NAME makes it here when first needed, as does keyspace in partitionlab.toml.")
	}
	return d
}
