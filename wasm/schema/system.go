package schema

// NewCluster returns the catalogue of a cluster that nobody has used yet: the
// keyspaces of Cassandra itself.
func NewCluster() *Catalogue {
	c := New()
	for _, k := range [...]struct {
		name, class string
		virtual     bool
	}{
		{"system", "LocalStrategy", false}, {"system_schema", "LocalStrategy", false},
		{"system_auth", "SimpleStrategy", false}, {"system_distributed", "SimpleStrategy", false}, {"system_traces", "SimpleStrategy", false},
		{"system_views", "LocalStrategy", true}, {"system_virtual_schema", "LocalStrategy", true},
	} {
		ks := NewKeyspace(k.name, Replication{Class: k.class})
		if k.class == "SimpleStrategy" {
			rf := map[string]string{"system_auth": "1", "system_distributed": "3", "system_traces": "2"}[k.name]
			ks.Replication.Options = []Option{{"replication_factor", rf}}
		}
		ks.System, ks.Virtual = true, k.virtual
		c.Keyspaces[k.name] = ks
	}
	return c
}
