package main

import (
	"errors"
	"strconv"

	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/check"
)

// cluster adds the flags that every command has which judges.
func (c *command) cluster() *review.Cluster {
	x := c.anyCluster()
	c.flags.Func("server", "`release` of Cassandra whose verdicts are given: 5.0, 4.1 or 4.0 (default 5.0)", func(s string) error {
		x.Server = s
		return check.NewSettings().SetServer(s)
	})
	c.settled = append(c.settled, func() error {
		if x.Server == "" { // the configuration may name one
			return nil
		}
		return x.Refused(project.Scope{})
	})
	return x
}

// anyCluster adds the same, without the release that judges.
func (c *command) anyCluster() *review.Cluster {
	x := &review.Cluster{Budget: 1}
	c.flags.Var(&optional{to: &x.Keyspace, otherwise: review.DefaultKeyspace, check: project.KeyspaceName}, "keyspace", "`keyspace` in use, made when first needed; '' for none")
	c.flags.Func("now", "the clock, in `seconds` since 1970; it stands still (default: real time)", func(s string) error {
		seconds, err := strconv.ParseInt(s, 0, 64)
		if err != nil {
			return errors.New("a whole number of seconds")
		}
		x.Now = &seconds
		return nil
	})
	c.flags.Func("nodes", "`dc1=3,dc2=3`: how many nodes each data center has; a number alone where there is one (default datacenter1=1)", func(s string) error {
		x.Nodes = s
		return check.NewSettings().SetNodes(s)
	})
	c.flags.Func("dc", "`name` of a live data center, of one node where -nodes says nothing else; may be given several times", func(s string) error {
		if s == "" {
			return errors.New("a data center has a name")
		}
		x.Datacenters = append(x.Datacenters, s)
		return nil
	})
	c.pairs("set", "`key=value` of cassandra.yaml", func(key, value string) error {
		x.Set = append(x.Set, [2]string{key, value})
		return review.Settable(key, value)
	})
	c.budget(&x.Budget, "of a statement some seconds and 400,000 keys or five million cells,\nof all ten seconds besides what grows with their text, 512 MB of rows and keys,\nand for advice 192 MB of statements (default 1).\nWhat takes more is not judged, what is more to say than 64 MB is left out,")
	c.flags.BoolVar(&x.Superuser, "superuser", false, "with -set authenticator=PasswordAuthenticator: the client is a superuser,\nwhom no guardrail stops. Without authentication every client is")
	return x
}

// budget adds the flag that makes room for more work; what says of what.
func (c *command) budget(to *float64, what string) {
	c.flags.Func("budget", "how many `times` the usual work a run may take: "+what+" and the exit code is 3", func(s string) error {
		times, err := strconv.ParseFloat(s, 64)
		if err != nil || !(times > 0) || times > 1e6 {
			return errors.New("a number above 0, such as 10 for ten times as much")
		}
		*to = times
		return nil
	})
}

// An optional is a flag with a text, nil where it is not given.
type optional struct {
	to        **string
	otherwise string // as the help has it
	check     func(string) error
}

func (o *optional) String() string { return o.otherwise }

func (o *optional) Set(s string) error {
	*o.to = &s
	return o.check(s)
}
