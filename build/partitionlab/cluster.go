package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"partitionlab/build/project"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/session"
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
	return session.New(session.Settings{Keyspace: keyspace, Now: x.clock(), Check: x.settings(scope)})
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
