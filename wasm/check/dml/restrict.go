package dml

// This file decides whether a WHERE clause can be answered: which columns must be
// there, which may not, and when ALLOW FILTERING is needed. The order of the
// checks is the server's, because the first error is the one that counts.
// Source: StatementRestrictions of Cassandra 5.0.

import (
	"slices"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// verb is the type of a statement, as messages name it.
type verb string

const (
	selects verb = "SELECT"
	inserts verb = "INSERT"
	updates verb = "UPDATE"
	deletes verb = "DELETE"
)

// partitionRestrictions are those on the partition key: on its columns, on its
// token, or on both.
type partitionRestrictions struct {
	restrictionSet
	tokens *restriction
	key    []*schema.Column
}

func (p *partitionRestrictions) none() bool { return p.tokens == nil && p.restrictionSet.empty() }

// onToken reports whether the token decides. It does not where the columns
// name whole partitions: then the token only filters them.
func (p *partitionRestrictions) onToken() bool {
	return p.tokens != nil && (p.restrictionSet.empty() || p.setNeedsFiltering() || len(p.entries) < len(p.key))
}

func (p *partitionRestrictions) setNeedsFiltering() bool {
	return !p.restrictionSet.empty() && (len(p.entries) < len(p.key) || p.slice || p.contain)
}

// onlyToken reports whether nothing but the token is restricted.
func (p *partitionRestrictions) onlyToken() bool { return p.tokens != nil && p.restrictionSet.empty() }

// needsFiltering reports whether rows of other partitions must be read, too.
func (p *partitionRestrictions) needsFiltering() bool {
	return !p.onlyToken() && p.setNeedsFiltering()
}

// incomplete reports whether some column of the key is missing.
func (p *partitionRestrictions) incomplete() bool {
	return !p.onlyToken() && len(p.entries) < len(p.key)
}

func (p *partitionRestrictions) hasIn() bool { return !p.onToken() && p.in }

func (p *partitionRestrictions) hasSlice() bool {
	if p.onlyToken() {
		return p.tokens.kind == ranges
	}
	return p.slice
}

func (p *partitionRestrictions) onlyEqualities() bool { return !p.onToken() && !p.notEqual }

func (p *partitionRestrictions) merge(r *restriction) *diag.Diagnostic {
	if !r.token {
		return p.add(r)
	}
	if p.tokens == nil {
		p.tokens = r
		return nil
	}
	old, names, at := p.tokens, columnNames(r.cols), r.place()
	switch {
	case old.kind == equals:
		return rule.W26.Invalid(at, "% cannot be restricted by more than one relation if it includes an Equal", names)
	case r.kind != ranges:
		return rule.W26.Invalid(at, `Columns "%" cannot be restricted by both an equality and an inequality relation`, names)
	case old.start != nil && r.start != nil:
		return rule.W26.Invalid(at, "More than one restriction was found for the start bound on %", names)
	case old.end != nil && r.end != nil:
		return rule.W26.Invalid(at, "More than one restriction was found for the end bound on %", names)
	}
	m := *old
	m.rels = append(slices.Clip(old.rels), r.rels...)
	if m.start == nil {
		m.start = r.start
	}
	if m.end == nil {
		m.end = r.end
	}
	p.tokens = &m
	return nil
}

// A where is a WHERE clause that has been understood.
type where struct {
	verb      verb
	table     *schema.Table
	filtering bool // ALLOW FILTERING
	forView   bool
	all       diag.Span // the whole clause, or the statement without one

	partition  partitionRestrictions
	clustering restrictionSet
	others     restrictionSet
	notNull    []*schema.Column
	expr       *cql.Relation // expr(index, value)

	// filter holds what is checked row by row, in the order in which the server
	// found that it must be.
	filter       []filterPart
	usesIndex    bool
	keyRange     bool
	regularNamed bool // some regular column is restricted
}

// filterPart is a group of restrictions that filter.
type filterPart struct {
	set       *restrictionSet
	partition *partitionRestrictions
	isRows    bool // the clustering columns'
}

func (f filterPart) size() int {
	if f.partition != nil && f.partition.onlyToken() {
		return len(f.partition.tokens.cols)
	}
	return len(f.set.entries)
}

// clusteringNeedsFiltering reports whether the restrictions on clustering columns
// do not name one stretch of a partition.
func (w *where) clusteringNeedsFiltering() bool {
	at, needs := 0, false
	w.clustering.each(func(r *restriction) bool {
		if outsidePrefix(r, at) {
			needs = true
			return false
		}
		if r.kind != ranges {
			at = r.last().Position + 1
		}
		return true
	})
	return needs || slices.ContainsFunc(w.clustering.entries, func(e columnEntry) bool { return e.r.kind == contains })
}

// outsidePrefix reports whether a restriction cannot be a part of the prefix of
// clustering columns that ends before position at.
func outsidePrefix(r *restriction, at int) bool {
	return r.kind == contains || r.kind == like || r.first().Position != at
}

// mergeClustering adds a restriction on clustering columns.
// Source: ClusteringColumnRestrictions.mergeWith.
func (p *preparer) mergeClustering(w *where, r *restriction, indexes []*schema.Index) *diag.Diagnostic {
	last := w.clustering.last()
	var next *schema.Column
	if last != nil {
		for _, e := range w.clustering.entries {
			if e.col.Position > r.first().Position {
				next = e.col
				break
			}
		}
	}
	if err := w.clustering.add(r); err != nil {
		return err
	}
	if last == nil || w.filtering || indexed(indexes, r) && p.ctx.Server.On(version.IndexBehindRange) {
		return nil
	}
	was, is := last.first(), r.first()
	switch {
	case last.kind == ranges && is.Position > was.Position:
		d := rule.W06.Invalid(r.place(), `Clustering column "%" cannot be restricted (preceding column "%" is restricted by a non-EQ relation)`, is.Name, was.Name)
		d.Related = []diag.Related{{Span: last.place(), Text: "the range before it"}}
		return d.On(r.relation())
	case is.Position < was.Position && r.kind == ranges:
		d := rule.W06.Invalid(r.place(), `PRIMARY KEY column "%" cannot be restricted (preceding column "%" is restricted by a non-EQ relation)`, next.Name, is.Name)
		d.Related = []diag.Related{{Span: last.place(), Text: "the column behind the range"}}
		return d.On(last.relation()) // the range is in its place; what lies behind it is not
	}
	return nil
}

const filteringMessage = "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. "

func (p *preparer) filteringRefused(id rule.ID, at diag.Span) *diag.Diagnostic {
	if p.ctx.Settings.Ordinary() && !p.ctx.Settings.On(check.AllowFilteringEnabled) && p.ctx.Server.Has(version.FilteringWords) {
		return id.Invalid(at, "%Executing this query despite the performance unpredictability with ALLOW FILTERING has been disabled by the allow_filtering_enabled property in cassandra.yaml", filteringMessage)
	}
	return p.filteringAdvised(id, at)
}

// filteringAdvised is the same at the end of SELECT, where the server does not ask whether
// filtering is allowed.
func (p *preparer) filteringAdvised(id rule.ID, at diag.Span) *diag.Diagnostic {
	return id.Invalid(at, "%If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING", filteringMessage)
}

// whereClause understands the relations of a statement. onlyStatics says that
// SELECT reads, or a write touches, static columns only; ann is the column and
// value of ORDER BY … ANN OF.
// Source: the constructor of StatementRestrictions.
func (p *preparer) whereClause(v verb, rels []*cql.Relation, order []boundOrdering, onlyStatics, filtering, forView bool) (*where, *diag.Diagnostic) {
	w := &where{verb: v, table: p.table, filtering: filtering, forView: forView, all: p.place}
	w.partition.key = p.table.PartitionKey
	var indexes []*schema.Index
	if v == selects {
		indexes = p.table.Indexes
	}
	for _, rel := range rels {
		if rel.Kind == cql.IndexExpr {
			continue // after all others
		}
		if (rel.Op == cql.Contains || rel.Op == cql.ContainsKey) && (v == updates || v == deletes) {
			return nil, rule.W17.Invalid(rel.OpSpan, "Cannot use % with %", string(v), rel.Op.String()).On(rel)
		}
		if rel.Op == cql.IsNotNull {
			if !forView {
				return nil, rule.W31.Invalid(rel.Span, "Unsupported restriction: %", relationText(rel)).On(rel)
			}
			r, err := p.restriction(rel)
			if err != nil {
				return nil, err
			}
			w.notNull = append(w.notNull, r.cols...)
			continue
		}
		r, err := p.restriction(rel)
		if err != nil {
			return nil, err
		}
		if r.kind == like && (v != selects || !indexed(indexes, r)) {
			return nil, rule.W16.Invalid(rel.Span, "LIKE restriction is only supported on properly indexed columns. % is not valid.", relationText(rel)).On(rel)
		}
		switch {
		case r.token || r.first().Kind == schema.PartitionKey:
			err = w.partition.merge(r)
		case r.first().Kind == schema.Clustering:
			err = p.mergeClustering(w, r, indexes)
		default:
			err = w.others.add(r)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.addANN(order); err != nil {
		return nil, err
	}
	for _, e := range w.others.entries {
		w.regularNamed = w.regularNamed || e.col.Kind == schema.Regular
	}
	hasIndex, hasClusteringIndex := false, false
	if v == selects && !forView {
		if err := p.indexExpression(w, rels); err != nil {
			return nil, err
		}
		for _, set := range []*restrictionSet{&w.clustering, &w.partition.restrictionSet, &w.others} {
			if err := sasiConfused(indexes, set); err != nil {
				return nil, err
			}
		}
		served := func(s *restrictionSet) bool {
			return slices.ContainsFunc(s.entries, func(e columnEntry) bool { return indexed(indexes, e.r) })
		}
		hasClusteringIndex = served(&w.clustering)
		hasIndex = w.expr != nil || hasClusteringIndex || served(&w.partition.restrictionSet) || served(&w.others)
	}
	if err := p.partitionRules(w, hasIndex); err != nil {
		return nil, err
	}
	if w.usesIndex || w.partition.needsFiltering() {
		w.filter = append(w.filter, filterPart{set: &w.partition.restrictionSet, partition: &w.partition})
	}
	if onlyStatics && !w.clustering.empty() {
		at := w.clustering.entries[0].r.place()
		switch v {
		case updates, deletes:
			return nil, rule.W07.Invalid(at, "Invalid restrictions on clustering columns since the % statement modifies only static columns", string(v))
		case selects:
			return nil, rule.W07.Invalid(at, "Cannot restrict clustering columns when selecting only static columns")
		}
	}
	if err := p.clusteringRules(w, hasIndex, onlyStatics); err != nil {
		return nil, err
	}
	if w.keyRange && hasClusteringIndex {
		w.usesIndex = true
	}
	if w.usesIndex || w.clusteringNeedsFiltering() {
		w.filter = append(w.filter, filterPart{set: &w.clustering, isRows: true})
	}
	if !w.others.empty() {
		if err := p.otherRules(w, hasIndex, indexes); err != nil {
			return nil, err
		}
		w.filter = append(w.filter, filterPart{set: &w.others})
	}
	if w.usesIndex && w.partition.hasIn() {
		return nil, rule.W13.Invalid(w.partition.entries[0].r.place(), "Select on indexed columns and with IN clause for the PRIMARY KEY are not supported")
	}
	return w, nil
}

// sasiConfused is what happens where a SASI index meets an operator that it has
// never heard of.
func sasiConfused(indexes []*schema.Index, s *restrictionSet) *diag.Diagnostic {
	for _, e := range s.entries {
		if e.r.kind != contains && e.r.kind != annOf {
			continue
		}
		for _, ix := range indexes {
			if ix.Class != schema.SASI {
				if e.r.servedBy(ix) {
					break
				}
				continue
			}
			if ix.Column == e.col.Name {
				op := "CONTAINS"
				switch {
				case e.r.kind == annOf:
					op = "ANN"
				case e.r.contained == nil || len(e.r.values) == 0:
					op = "CONTAINS KEY"
				}
				return rule.W18.Server(e.r.place(), "java.lang.IllegalArgumentException: unknown operator: %", op).On(e.r.relation())
			}
		}
	}
	return nil
}

// addANN turns ORDER BY … ANN OF into a restriction.
func (w *where) addANN(order []boundOrdering) *diag.Diagnostic {
	var ann *restriction
	for _, o := range order {
		if o.ann == nil {
			continue
		}
		if ann != nil {
			return rule.VE04.Invalid(o.at, "Cannot specify more than one ANN ordering")
		}
		ann = o.ann
	}
	switch {
	case ann == nil:
		return nil
	case len(order) > 1:
		return rule.VE04.Invalid(order[1].at, "ANN ordering does not support any other ordering")
	case order[0].desc:
		return rule.VE04.Invalid(order[0].at, "Descending ANN ordering is not supported")
	}
	return w.others.add(ann)
}

// indexExpression checks expr(index, value).
func (p *preparer) indexExpression(w *where, rels []*cql.Relation) *diag.Diagnostic {
	var found []*cql.Relation
	for _, r := range rels {
		if r.Kind == cql.IndexExpr {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil
	}
	r := found[0]
	name := r.Index.Name.Text
	table := p.table.String()
	if len(found) > 1 {
		return rule.W32.Invalid(found[1].Span, "Multiple custom index expressions in a single query are not supported")
	}
	if r.Index.Keyspace.Given() && r.Index.Keyspace.Text != p.table.Keyspace {
		return rule.W32.Invalid(r.Index.Place(), "Target index % cannot be used to query %", name, table)
	}
	i := slices.IndexFunc(p.table.Indexes, func(ix *schema.Index) bool { return ix.Name == name })
	if i < 0 {
		return rule.W32.Invalid(r.Index.Place(), "Invalid index expression, index % not found for %", name, table)
	}
	if p.table.Indexes[i].Class == schema.Legacy {
		return rule.W32.Invalid(r.Index.Place(), "Only CUSTOM indexes may be used in custom index expressions, % is not valid", name)
	}
	return rule.W32.Invalid(r.Index.Place(), "Index % does not support custom expressions", name)
}

func (p *preparer) partitionRules(w *where, hasIndex bool) *diag.Diagnostic {
	k := &w.partition
	if w.verb != selects {
		if k.onToken() {
			return rule.W27.Invalid(k.tokens.place(), "The token function cannot be used in WHERE clauses for % statements", string(w.verb))
		}
		if k.incomplete() {
			return rule.W01.Invalid(p.keyAt, "Some partition key parts are missing: %", columnNames(unrestricted(k.key, &k.restrictionSet)))
		}
		if k.hasSlice() {
			i := slices.IndexFunc(k.entries, func(e columnEntry) bool { return e.r.kind == ranges })
			r := k.entries[i].r
			return rule.W02.Invalid(r.place(), "Only EQ and IN relation are supported on the partition key (unless you use the token() function) for % statements", string(w.verb)).On(r.relation())
		}
		return nil
	}
	if k.onToken() {
		w.keyRange = true
	}
	if k.none() {
		w.keyRange = true
		w.usesIndex = hasIndex
	}
	if k.needsFiltering() {
		if !w.filtering && !w.forView && !hasIndex && !p.filtersFreely() {
			at := w.all
			for _, e := range k.entries {
				at = e.r.place()
			}
			return p.filteringRefused(rule.W10, at)
		}
		if k.hasIn() && !p.ctx.Server.On(version.FilteringInPartitions) {
			return rule.W29.Invalid(w.all, version.Of(version.FilteringInPartitions).Says)
		}
		w.keyRange = true
		w.usesIndex = hasIndex
	}
	return nil
}

// unrestricted lists the columns that no restriction names.
func unrestricted(cols []*schema.Column, s *restrictionSet) []*schema.Column {
	var out []*schema.Column
	for _, c := range cols {
		if s.of(c) == nil {
			out = append(out, c)
		}
	}
	return out
}

func (p *preparer) clusteringRules(w *where, hasIndex, onlyStatics bool) *diag.Diagnostic {
	ck := &w.clustering
	if w.verb == inserts || w.verb == updates {
		for _, e := range ck.entries {
			if e.r.kind == ranges {
				return rule.W04.Invalid(e.r.place(), "Slice restrictions are not supported on the clustering columns in % statements", string(w.verb)).On(e.r.relation())
			}
		}
		if !p.table.Compact || ck.empty() {
			switch {
			case onlyStatics:
			case p.table.StaticCompact():
				return rule.W03.Invalid(p.keyAt, "Some clustering keys are missing: column1")
			case len(ck.entries) != len(p.table.Clustering):
				return rule.W03.Invalid(p.keyAt, "Some clustering keys are missing: %", columnNames(unrestricted(p.table.Clustering, ck)))
			}
			return nil
		}
	}
	if !hasIndex && !w.filtering {
		for _, e := range ck.entries {
			if e.r.kind == contains {
				return rule.W19.Invalid(e.r.place(), "Clustering columns can only be restricted with CONTAINS with a secondary index or filtering")
			}
		}
	}
	if !ck.empty() && w.clusteringNeedsFiltering() {
		switch {
		case hasIndex || w.forView:
			w.usesIndex = true
		case !w.filtering:
			for i, e := range ck.entries {
				if want := p.table.Clustering[i]; e.col != want {
					return rule.W05.Invalid(e.r.place(), `PRIMARY KEY column "%" cannot be restricted as preceding column "%" is not restricted`, e.col.Name, want.Name).On(e.r.relation())
				}
			}
		}
	}
	return nil
}

func (p *preparer) otherRules(w *where, hasIndex bool, indexes []*schema.Index) *diag.Diagnostic {
	if w.verb != selects {
		cols := make([]*schema.Column, 0, len(w.others.entries))
		for _, e := range w.others.entries {
			cols = append(cols, e.col)
		}
		return rule.W08.Invalid(w.others.entries[0].r.place(), "Non PRIMARY KEY columns found in where clause: % ", columnNames(cols)).On(w.others.entries[0].r.relation())
	}
	dependsOn := func(c *schema.Column) bool {
		return slices.ContainsFunc(indexes, func(ix *schema.Index) bool { return ix.Column == c.Name })
	}
	var ann *restriction
	for _, e := range w.others.entries {
		if e.r.kind == annOf {
			ann = e.r
		}
	}
	if ann != nil {
		c, at := ann.first(), ann.place()
		if c.Type.Kind != cqltype.Vector || c.Type.Elems[0].Kind != cqltype.Float || c.Desc { // reversed, it is no vector to the server
			return rule.VE01.Invalid(at, "ANN ordering is only supported on float vector indexes")
		}
		if !dependsOn(c) {
			return rule.VE02.Invalid(at, "ANN ordering by vector requires the column to be indexed")
		}
		refusal := func(at diag.Span) *diag.Diagnostic {
			return rule.VE03.Invalid(at, "ANN ordering by vector requires all restricted column(s) to be indexed")
		}
		if w.partition.needsFiltering() {
			return refusal(w.partition.entries[0].r.place())
		}
		for _, set := range []*restrictionSet{&w.others, &w.clustering} {
			for _, e := range set.entries {
				if e.r.kind == annOf || dependsOn(e.col) {
					continue
				}
				if set == &w.others || w.partition.incomplete() || w.clusteringNeedsFiltering() {
					return refusal(e.r.place())
				}
			}
		}
	} else {
		for _, e := range w.others.entries {
			if e.col.Type.Kind == cqltype.Vector {
				if dependsOn(e.col) {
					return rule.VE06.Invalid(e.r.place(), "Vector indexes only support ANN queries")
				}
				break
			}
		}
	}
	if hasIndex {
		w.usesIndex = true
	} else if !w.filtering && !p.filtersFreely() {
		return p.filteringRefused(rule.W11, w.others.entries[0].r.place()).On(w.others.entries[0].r.relation())
	}
	return nil
}

// needsFiltering reports whether some restriction is left that no group of
// indexes answers.
// Source: StatementRestrictions.needFiltering.
func (w *where) needsFiltering(server *version.Switches) bool {
	n := 0
	for _, f := range w.filter {
		n += f.size()
	}
	if !server.On(version.FilteringByGroups) {
		if w.expr != nil {
			n++
		}
		contained := 0
		for _, e := range w.others.entries {
			if c := e.r.contained; c != nil {
				contained += len(c.values) + len(c.keys) + len(c.entryKeys)
			}
		}
		return n > 1 || n == 0 && !w.clustering.empty() || n > 0 && contained > 1
	}
	if len(w.filter) > 0 || w.expr != nil {
		answered := false
		for _, group := range indexGroups(w.table.Indexes) {
			left := false
			for _, f := range w.filter {
				if f.partition != nil && f.partition.onlyToken() {
					continue
				}
				for _, e := range f.set.entries {
					left = left || e.r.leftOver(group)
				}
			}
			answered = answered || !left
		}
		if !answered {
			return true
		}
	}
	return n == 0 && !w.clustering.empty()
}

// restrictedByEquals reports whether a column is given by = alone.
func (w *where) restrictedByEquals(c *schema.Column) bool {
	var r *restriction
	switch c.Kind {
	case schema.PartitionKey:
		r = w.partition.of(c)
	case schema.Clustering:
		r = w.clustering.of(c)
	default:
		r = w.others.of(c)
	}
	return r != nil && r.kind == equals
}

// columnRange reports whether a read may return more rows of a partition than
// those it names.
func (w *where) columnRange() bool {
	return len(w.clustering.entries) < len(w.table.Clustering) || w.clustering.notEqual
}

// wholePrimaryKey reports whether every key column is given by = or IN.
func (w *where) wholePrimaryKey() bool {
	return !w.partition.onToken() && !w.partition.incomplete() && w.partition.onlyEqualities() &&
		len(w.clustering.entries) == len(w.table.Clustering) && !w.table.StaticCompact() && !w.clustering.notEqual
}

// wholePartitions reports whether neither clustering nor regular columns are
// restricted; then a partition without rows returns its static content.
func (w *where) wholePartitions() bool { return w.clustering.empty() && !w.regularNamed }
