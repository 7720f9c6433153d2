package sizing

import "partitionlab/wasm/sstable"

// A Preset is a kind of server: what it writes and what it limits.
type Preset struct {
	ID, Name    string
	Format      sstable.Format
	Strategy    string // of a table that says nothing
	ChunkKB     int    // of compression
	IndexBlock  int    // bytes of Data.db for each entry in the index of a large partition
	RowLimit    int64  // bytes of a row that the service takes, 0 if it has no limit of its own
	Replicas    int    // fixed by the service, 0 if chosen
	ReadUnit    int64  // bytes of one paid read, 0 where capacity is not sold
	WriteUnit   int64
	Approximate bool // the service does not tell how it stores
	Note        string
}

// Presets are the servers that can be chosen. Data.db of 3.11 and 4.1 has the
// layout of nb: only the files beside it and the chunks of compression differ.
var Presets = []Preset{
	{ID: "5.0", Name: "Cassandra 5.0, cassandra.yaml as shipped", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 16, IndexBlock: 64 << 10,
		Note: "storage_compatibility_mode CASSANDRA_4 keeps the format of 4.1."},
	{ID: "5.0-latest", Name: "Cassandra 5.0, cassandra_latest.yaml", Format: sstable.DA, Strategy: "UnifiedCompactionStrategy", ChunkKB: 16, IndexBlock: 4 << 10,
		Note: "Tries index the partitions; a live partition takes 11 bytes less."},
	{ID: "4.1", Name: "Cassandra 4.1", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 16, IndexBlock: 64 << 10},
	{ID: "3.11", Name: "Cassandra 3.11", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 64, IndexBlock: 64 << 10,
		Note: "Format me; Data.db has the same layout."},
	{ID: "keyspaces", Name: "Amazon Keyspaces", Format: sstable.NB, RowLimit: 1 << 20, Replicas: 3, ReadUnit: 4 << 10, WriteUnit: 1 << 10, Approximate: true,
		Note: "A row holds at most 1 MB; reads are sold by 4 KB and writes by 1 KB, so the size of a row decides what it costs."},
}

// PresetByID returns a preset, or nil.
func PresetByID(id string) *Preset {
	for i := range Presets {
		if Presets[i].ID == id {
			return &Presets[i]
		}
	}
	return nil
}

// A Service is what a preset says about a partition.
type Service struct {
	Row       int64 // bytes of the largest row
	RowFits   bool
	ReadUnits int64 // to read the largest row, and to write it; 0 where capacity is not sold
	Writes    int64
}

// Check says whether a service takes the rows of a result and what they cost.
func (p *Preset) Check(r *Result) Service {
	s := Service{Row: r.Disk1.RowMax, RowFits: p.RowLimit == 0 || r.Disk1.RowMax <= p.RowLimit}
	if p.ReadUnit > 0 {
		s.ReadUnits = (s.Row + p.ReadUnit - 1) / p.ReadUnit
		s.Writes = (s.Row + p.WriteUnit - 1) / p.WriteUnit
	}
	return s
}
