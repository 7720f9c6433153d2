package ddl

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file judges keyspaces and their replication. Sources:
// CreateKeyspaceStatement, AlterKeyspaceStatement, KeyspaceAttributes, the
// strategies in org.apache.cassandra.locator.

func (j *ddl) createKeyspace(s *cql.CreateKeyspace) *diag.Diagnostic {
	name := s.Name.Text
	with := properties(s.With)
	count := j.Catalogue.Users().Keyspaces + 1
	d := j.threshold("keyspaces", count, check.KeyspacesWarn, check.KeyspacesFail, s.Name.Span, func(limit string) string {
		return "Creating keyspace " + name + ", current number of keyspaces " + strconv.Itoa(count) + " exceeds warning threshold of " + limit + "."
	}, func(limit string) string {
		return "Cannot have more than " + limit + " keyspaces, aborting the creation of keyspace " + name
	})
	if d != nil {
		return d
	}
	if d := j.keyspaceName(name, s.Name.Span); d != nil {
		return d
	}
	entries, d := keyspaceOptions(with)
	if d != nil {
		return d
	}
	r := with.get("replication")
	if r == nil {
		return rule.KS02.Invalid(s.Name.Span, "Missing mandatory option 'replication'").Say("Say how many copies to keep: WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}.")
	}
	class := findEntry(entries, "class")
	if class != nil && class.Value == "SimpleStrategy" {
		if d := j.Allowed(check.SimpleStrategyEnabled, "simplestrategy", "SimpleStrategy", "", class.ValueSpan); d != nil {
			return d
		}
	}
	if old := j.Catalogue.Keyspaces[name]; old != nil {
		if s.IfNotExists {
			j.manyKeyspaces(0)
			return nil
		}
		return rule.KS08.Refuse(diag.Exists, s.Name.Span, `Cannot add existing keyspace "%"`, name)
	}
	durable := true
	if p := with.get("durable_writes"); p != nil {
		if durable, d = boolean(p, rule.KS09); d != nil {
			return d
		}
	}
	repl, d := j.replication(name, r, entries, nil)
	if d != nil {
		return d
	}
	ks := schema.NewKeyspace(name, repl)
	ks.DurableWrites = durable
	j.made(check.Keyspace, name, "", nil)
	j.manyKeyspaces(1)
	j.then(func() { j.Catalogue.AddKeyspace(ks) })
	return nil
}

// manyKeyspaces warns of many keyspaces, with so many more than there are; Cassandra's own count, too.
func (j *ddl) manyKeyspaces(more int) {
	n := j.Catalogue.Stored().Keyspaces + more
	if j.Server.Has(version.CountWarnings) && int64(n) > j.Settings.Number(check.KeyspaceCountWarn) {
		j.warn(rule.ManyTables, "Cluster already contains "+strconv.Itoa(n)+" keyspaces. Having a large number of keyspaces will significantly slow down schema dependent cluster operations.")
	}
}

// keyspaceOptions checks the names of a keyspace's options and returns the
// entries of replication.
func keyspaceOptions(with properties) ([]cql.PropertyEntry, *diag.Diagnostic) {
	if d := with.unknown(nil, rule.KS01, "replication", "durable_writes"); d != nil {
		return nil, d
	}
	r := with.get("replication")
	if r == nil {
		return nil, nil
	}
	entries, d := options(r, rule.KS09)
	if d != nil {
		return nil, d
	}
	if len(entries) > 0 && findEntry(entries, "class") == nil {
		return nil, rule.KS03.Refuse(diag.Config, r.Value.Span, "Missing replication strategy class").On(r)
	}
	return entries, nil
}

var replicationNames = []string{"SimpleStrategy", "NetworkTopologyStrategy"}

const locatorPackage = "org.apache.cassandra.locator."

// replication reads and checks replication = {…}; previous are the options that
// ALTER starts from, nil for CREATE.
func (j *ddl) replication(keyspace string, p *cql.Property, entries []cql.PropertyEntry, previous []schema.Option) (r schema.Replication, d *diag.Diagnostic) {
	class := findEntry(entries, "class")
	if class == nil {
		return r, rule.KS03.Server(p.Value.Span, `java.lang.NullPointerException: Cannot invoke "String.contains(java.lang.CharSequence)" because "cls" is null`)
	}
	full := class.Value
	if !strings.Contains(full, ".") {
		full = locatorPackage + full
	}
	r.Class = strings.TrimPrefix(full, locatorPackage)
	bad := func(id rule.ID, at diag.Span, template string, args ...string) (schema.Replication, *diag.Diagnostic) {
		return r, id.Refuse(diag.Config, at, template, args...)
	}
	switch r.Class {
	case "SimpleStrategy", "NetworkTopologyStrategy":
	case "LocalStrategy":
		return r, rule.KS04.Invalid(class.ValueSpan, "Unable to use given strategy class: LocalStrategy is reserved for internal use.")
	case "OldNetworkTopologyStrategy":
		return bad(rule.KS04, class.ValueSpan, "The support for the OldNetworkTopologyStrategy has been removed in C* version 4.0. The keyspace strategy should be switch to NetworkTopologyStrategy")
	case "SimpleSnitch", "TokenMetadata", "Replica", "ReplicationFactor", "GossipingPropertyFileSnitch", "PropertyFileSnitch", "Ec2Snitch", "DynamicEndpointSnitch":
		return bad(rule.KS04, class.ValueSpan, "Specified replication strategy class (%) is not derived from AbstractReplicationStrategy", full)
	default:
		return r, rule.KS04.Refuse(diag.Config, class.ValueSpan, "Unable to find replication strategy class '%'", full).
			On(&check.UnknownClass{Option: p, Entry: class, Name: r.Class, Known: replicationNames})
	}

	// the options as a map in the server's order, class taken out
	m := mapOf(entries).Copy()
	m.Remove("class")
	value := map[string]string{}
	place := map[string]diag.Span{}
	for _, e := range entries {
		value[e.Key], place[e.Key] = e.Value, e.ValueSpan
	}
	put := func(key, v string) {
		if !slices.Contains(m.Keys, key) {
			m.Put(key)
			value[key] = v
		}
	}
	rfDefault := strconv.FormatInt(j.Settings.Number(check.DefaultKeyspaceRF), 10)
	if old := schema.Get(previous, "replication_factor"); old != "" {
		rfDefault = old
	}
	at := func(key string) diag.Span {
		if s, ok := place[key]; ok {
			return s
		}
		return p.Value.Span
	}
	if r.Class == "SimpleStrategy" {
		if findEntry(entries, "replication_factor") == nil && !j.Server.On(version.DefaultFactor) {
			return bad(rule.KS05, p.Value.Span, version.Of(version.DefaultFactor).Says)
		}
		put("replication_factor", rfDefault)
	} else if d := j.spread(m, value, previous, rfDefault, put); d {
		// replication_factor could not be read: the server drops it and goes on
	}

	// the strategy's constructor reads the factors
	factors := map[string]int{}
	for _, key := range m.Order() {
		if r.Class == "SimpleStrategy" && key != "replication_factor" {
			continue
		}
		if r.Class == "NetworkTopologyStrategy" && strings.EqualFold(key, "replication_factor") {
			return bad(rule.KS06, at(key), "replication_factor should not appear as an option at construction time for NetworkTopologyStrategy")
		}
		n, why := j.factor(value[key])
		if why != "" {
			return bad(rule.KS07, at(key), "%", why)
		}
		factors[key] = n
	}
	known := j.Settings.Datacenters
	if r.Class == "SimpleStrategy" {
		known = []string{"replication_factor"}
	} else if len(m.Keys) == 0 {
		return bad(rule.KS06, p.Value.Span, "Configuration for at least one datacenter must be present")
	}
	for _, key := range m.Order() {
		if slices.Contains(known, key) {
			continue
		}
		id := rule.KS06
		if r.Class == "SimpleStrategy" {
			id = rule.KS05
		}
		d := id.Refuse(diag.Config, at(key), "Unrecognized strategy option {%} passed to % for keyspace %", key, r.Class, keyspace)
		e := findEntry(entries, key)
		if e != nil {
			d.Span = e.KeySpan
		}
		d.Say("The cluster has " + strings.Join(j.Settings.Datacenters, ", ") + ".")
		if r.Class == "SimpleStrategy" {
			d.Say("SimpleStrategy takes replication_factor only; NetworkTopologyStrategy takes data centers.")
		}
		return r, d.On(&check.StrayDatacenter{Entry: e, Class: class})
	}
	if r.Class == "NetworkTopologyStrategy" && strings.EqualFold(keyspace, "system_auth") {
		var missing []string
		for _, dc := range known {
			if !slices.Contains(m.Keys, dc) {
				missing = append(missing, dc)
			}
		}
		if len(missing) > 0 {
			return bad(rule.KS06, p.Value.Span, "Following datacenters have active nodes and must be present in replication options for keyspace system_auth: %", java.List(missing))
		}
	}

	for _, key := range m.Order() {
		r.Options = append(r.Options, schema.Option{Name: key, Value: value[key]})
		if d := j.replicaWarnings(keyspace, key, factors[key], r.Class, at(key)); d != nil {
			return r, d
		}
	}
	return r, nil
}

// spread does NetworkTopologyStrategy.prepareOptions: replication_factor stands
// for every data center that is not named; entries of 0 go. It reports whether
// replication_factor could not be read, which the server hides.
func (j *ddl) spread(m *java.HashMap, value map[string]string, previous []schema.Option, rfDefault string, put func(key, v string)) bool {
	if len(m.Keys) == 0 && j.Server.On(version.DefaultFactor) {
		put("replication_factor", rfDefault)
	}
	rf, given := "", slices.Contains(m.Keys, "replication_factor")
	if given {
		rf = value["replication_factor"]
		m.Remove("replication_factor")
	}
	switch {
	case !given && len(m.Keys) == 0:
		rf = schema.Get(previous, "replication_factor")
		given = rf != ""
	case given:
		for _, o := range previous {
			if o.Name != "replication_factor" {
				put(o.Name, o.Value)
			}
		}
	}
	if given {
		if _, why := j.factor(rf); why != "" {
			return true
		}
		for _, dc := range j.Settings.Datacenters {
			put(dc, canonicalFactor(rf))
		}
	}
	for _, key := range slices.Clone(m.Keys) {
		if value[key] == "0" {
			m.Remove(key)
		}
	}
	return false
}

// canonicalFactor prints a factor as the server does: 03 is 3.
func canonicalFactor(s string) string {
	if n, err := strconv.Atoi(s); err == nil {
		return strconv.Itoa(n)
	}
	return s
}

// factor reads a replication factor: "3", or "3/1" with transient replicas. why
// is the server's refusal. Source: ReplicationFactor.fromString.
func (j *ddl) factor(s string) (full int, why string) {
	all, transient, slash := strings.Cut(s, "/")
	if slash && strings.Contains(transient, "/") || slash && transient == "" {
		return 0, "Replication factor format is <replicas> or <replicas>/<transient>"
	}
	read := func(s string) int {
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil && why == "" {
			why = forInput(s)
		}
		return int(n)
	}
	n, t := read(all), 0
	if slash {
		t = read(transient)
	}
	switch {
	case why != "":
	case t != 0 && !j.Settings.On(check.TransientReplicationEnabled):
		why = "Transient replication is not enabled on this node"
	case n < 0:
		why = "Replication factor must be non-negative, found " + strconv.Itoa(n)
	case t != 0 && t >= n:
		why = "Transient replicas must be zero, or less than total replication factor. For " + strconv.Itoa(n) + "/" + strconv.Itoa(t)
	case t > 0:
		why = "Transient nodes are not allowed with multiple tokens"
	case t < 0:
		why = "Amount of transient nodes should be strictly positive, but was: '" + strconv.Itoa(t) + "'"
	}
	return n - t, why
}

// replicaWarnings warns of more replicas than nodes, and applies the guardrails.
func (j *ddl) replicaWarnings(keyspace, key string, rf int, class string, place diag.Span) *diag.Diagnostic {
	if j.localSystem(keyspace) || replicatedSystem(keyspace) {
		return nil
	}
	n := strconv.Itoa(rf)
	if s := j.Settings; s.Ordinary() {
		text := func(side, word string, limit int64) string {
			return "The keyspace " + keyspace + " has a replication factor of " + n + ", " + side + " the " + word + " threshold of " + strconv.FormatInt(limit, 10) + "."
		}
		if fail, warn := s.Number(check.MinimumReplicationFactorFail), s.Number(check.MinimumReplicationFactorWarn); fail > 0 && int64(rf) < fail {
			return rule.GR01.Invalid(place, "Guardrail minimum_replication_factor violated: %", text("below", "failure", fail))
		} else if warn > 0 && int64(rf) < warn {
			j.warn(rule.GuardrailWarns, "Guardrail minimum_replication_factor violated: "+text("below", "warning", warn))
		}
		if fail, warn := s.Number(check.MaximumReplicationFactorFail), s.Number(check.MaximumReplicationFactorWarn); fail > 0 && int64(rf) > fail {
			return rule.GR01.Invalid(place, "Guardrail maximum_replication_factor violated: %", text("above", "failure", fail))
		} else if warn > 0 && int64(rf) > warn {
			j.warn(rule.GuardrailWarns, "Guardrail maximum_replication_factor violated: "+text("above", "warning", warn))
		}
	}
	if nodes := j.Settings.AllNodes(); class == "SimpleStrategy" && rf > nodes {
		j.warn(rule.MoreReplicas, "Your replication factor "+n+" for keyspace "+keyspace+" is higher than the number of nodes "+strconv.Itoa(nodes))
	} else if nodes := j.Settings.NodesOf(key); class != "SimpleStrategy" && rf > nodes {
		j.warn(rule.MoreReplicas, "Your replication factor "+n+" for keyspace "+keyspace+" is higher than the number of nodes "+strconv.Itoa(nodes)+" for datacenter "+key)
	}
	return nil
}

// totalFactor is the number of full replicas in all data centers.
func totalFactor(r schema.Replication) (n int) {
	for _, o := range r.Options {
		f, _ := strconv.Atoi(o.Value)
		n += f
	}
	return n
}

func (j *ddl) alterKeyspace(s *cql.AlterKeyspace) *diag.Diagnostic {
	name := s.Name.Text
	with := properties(s.With)
	if j.localSystem(name) {
		return j.mayChange(name, "ALTER", "", s.Name.Span)
	}
	if d := j.keyspaceName(name, s.Name.Span); d != nil {
		return d
	}
	entries, d := keyspaceOptions(with)
	if d != nil {
		return d
	}
	ks := j.Catalogue.Keyspaces[name]
	if ks == nil {
		if s.IfExists {
			return nil
		}
		_, d := j.FindKeyspace(name, s.Name.Span)
		return d
	}
	durable := ks.DurableWrites
	if p := with.get("durable_writes"); p != nil {
		if durable, d = boolean(p, rule.KS09); d != nil {
			return d
		}
	}
	repl, assumed := ks.Replication, ks.Assumed
	if class := findEntry(entries, "class"); class != nil {
		assumed = false
		previous := ks.Replication.Options
		if repl, d = j.replication(name, with.get("replication"), entries, previous); d != nil {
			return d
		}
		if class.Value == "SimpleStrategy" {
			if d := j.Allowed(check.SimpleStrategyEnabled, "simplestrategy", "SimpleStrategy", "", class.ValueSpan); d != nil {
				return d
			}
		}
	} else {
		for _, o := range repl.Options {
			n, _ := strconv.Atoi(o.Value)
			if d := j.replicaWarnings(name, o.Name, n, repl.Class, s.Name.Span); d != nil {
				return d
			}
		}
	}
	if totalFactor(ks.Replication) < totalFactor(repl) {
		j.warn(rule.NeedsRepair, "When increasing replication factor you need to run a full (-full) repair to distribute the data.")
	}
	j.altered(check.Keyspace, name, "", nil)
	j.then(func() { ks.DurableWrites, ks.Replication, ks.Assumed = durable, repl, assumed })
	return nil
}

func (j *ddl) dropKeyspace(s *cql.DropKeyspace) *diag.Diagnostic {
	name := s.Name.Text
	if d := j.mayChange(name, "DROP", "<keyspace "+name+">", s.Name.Span); d != nil {
		return d
	}
	if d := j.keyspaceName(name, s.Name.Span); d != nil {
		return d
	}
	if d := j.Allowed(check.DropKeyspaceEnabled, "drop_keyspace_enabled", "DROP KEYSPACE functionality", "", s.Place()); d != nil {
		return d
	}
	ks := j.Catalogue.Keyspaces[name]
	if ks == nil {
		if s.IfExists {
			return nil
		}
		_, d := j.FindKeyspace(name, s.Name.Span)
		d.About.(*check.Unknown).Else = "There is nothing to drop."
		return d
	}
	j.dropped(check.Keyspace, name, "", nil)
	for _, t := range ks.Tables {
		j.dropped(check.Table, name, t.Name, t)
	}
	j.then(func() { j.Catalogue.DropKeyspace(name) })
	return nil
}

func (j *ddl) use(s *cql.Use) *diag.Diagnostic {
	name := s.Keyspace.Text
	if !j.Settings.On(check.UseStatementsEnabled) {
		return rule.RES05.Invalid(s.Place(), "USE statements prohibited. (see use_statements_enabled in cassandra.yaml)")
	}
	if j.Catalogue.Keyspaces[name] == nil {
		return j.NoKeyspace(rule.RES05.Invalid(s.Keyspace.Span, "Keyspace '%' does not exist", name), name)
	}
	j.Use = name
	return nil
}
