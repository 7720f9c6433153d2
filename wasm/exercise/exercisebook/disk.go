package exercisebook

import (
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// onDisk is how many bytes of Data.db all tables take that somebody made, each flushed
// once.
func onDisk(s *session.Session) (sum int64) {
	for _, ks := range s.Catalogue().InOrder() {
		if ks.System {
			continue
		}
		for _, t := range ks.InOrder() {
			for _, store := range s.Flushes(t) {
				if data, err := sstable.Encode(store, sstable.NB); err == nil {
					sum += int64(len(data))
				}
			}
		}
	}
	return sum
}
