package sizing

import "partitionlab/wasm/sstable"

// A Preset is a kind of server: what it writes and what it limits.
type Preset struct {
	ID, Name   string
	Format     sstable.Format
	Strategy   string   // of a table that says nothing
	ChunkKB    int      // of compression
	IndexBlock int64    // bytes of Data.db for each entry in the index of a large partition
	Service    bool     // Amazon Keyspaces: rows are counted by its own rules, replicas and disks are its own business
	Options    []string // of tables that it has and 5.0 has not
	Note       string
}

// Presets are the servers that can be chosen. Data.db of 3.11 and 4.1 has the
// layout of nb: only the files beside it and the chunks of compression differ.
var Presets = []Preset{
	{ID: "5.0", Name: "Cassandra 5.0 as shipped", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 16, IndexBlock: 64 << 10,
		Note: "storage_compatibility_mode CASSANDRA_4 keeps the format of 4.1."},
	{ID: "5.0-latest", Name: "5.0, cassandra_latest.yaml", Format: sstable.DA, Strategy: "UnifiedCompactionStrategy", ChunkKB: 16, IndexBlock: 4 << 10,
		Note: "Tries index the partitions; a live partition takes 11 bytes less."},
	{ID: "4.1", Name: "Cassandra 4.1", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 16, IndexBlock: 64 << 10},
	{ID: "3.11", Name: "Cassandra 3.11", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 64, IndexBlock: 64 << 10, Options: []string{"read_repair_chance", "dclocal_read_repair_chance"},
		Note: "Format me; Data.db has the same layout."},
	{ID: "keyspaces", Name: "Amazon Keyspaces", Format: sstable.NB, Strategy: "SizeTieredCompactionStrategy", ChunkKB: 16, IndexBlock: 64 << 10, Service: true, Options: []string{"custom_properties"},
		Note: "Reads are sold by 4 KB and writes by 1 KB, so the size of a row decides what it costs. Its three copies are part of the price."},
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
