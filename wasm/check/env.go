package check

// This file says what terms meet when their types and values are worked out: the
// functions and types of the catalogue, the clock, and identifiers that differ within
// a session.

import (
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/version"
)

// Env is where the terms of a statement on a keyspace look names up.
func (ctx *Context) Env(keyspace string) cqltype.Env {
	return cqltype.Env{
		Keyspace:    keyspace,
		Server:      ctx.Server,
		ResolveType: ctx.ResolveType,
		Functions:   ctx.userFunctions,
		PartitionKey: func(keyspace, table string) []*cqltype.Type {
			t := ctx.Catalogue.Table(keyspace, table)
			if t == nil {
				return nil
			}
			out := make([]*cqltype.Type, len(t.PartitionKey))
			for i, c := range t.PartitionKey {
				out[i] = c.Type
			}
			return out
		},
	}
}

// callUnits is what it takes to find out which function a call, or an operator, means.
const callUnits = 50

// userFunctions are the user-defined functions and aggregates of a name. Whoever looks a
// call up asks for them, so that this is where calls are counted.
func (ctx *Context) userFunctions(keyspace, name string) []*cqltype.Function {
	ctx.Work.Spend(1, callUnits, "function calls")
	ks := ctx.Catalogue.Keyspaces[keyspace]
	if ks == nil {
		return nil
	}
	var out []*cqltype.Function
	for _, f := range ks.Functions {
		if f.Name == name {
			out = append(out, &cqltype.Function{Keyspace: keyspace, Name: name, Args: ctx.taken(f.Args...), Returns: ctx.taken(f.Returns)[0], CalledOnNull: f.CalledOnNull})
		}
	}
	for _, a := range ks.Aggregates {
		if a.Name == name {
			out = append(out, &cqltype.Function{Keyspace: keyspace, Name: name, Args: ctx.taken(a.Args...), Returns: ctx.taken(a.Returns)[0], Aggregate: true})
		}
	}
	return out
}

// taken are types as user-defined functions take and return them.
func (ctx *Context) taken(types ...*cqltype.Type) []*cqltype.Type {
	if !ctx.Server.Has(version.LegacyTimeuuid) {
		return types
	}
	out := make([]*cqltype.Type, len(types))
	for i, t := range types {
		out[i] = t.UDFType()
	}
	return out
}

// Binding is what the values of a statement are worked out with: the clock, and
// identifiers that differ within a session.
func (ctx *Context) Binding() cqltype.Binding {
	if ctx.IDs == nil {
		ctx.IDs = &ElementIDs{}
	}
	if ctx.timeUUID == nil {
		ctx.timeUUID = func() []byte { return ctx.IDs.Next(ctx.Clock.Now * 1_000_000) }
		ctx.uuid = func() []byte { return ctx.IDs.Random() }
	}
	return cqltype.Binding{Millis: ctx.Clock.Now * 1000, TimeUUID: ctx.timeUUID, UUID: ctx.uuid}
}

// Sample is a context in which a statement runs without leaving a trace, and without rows.
func (ctx *Context) Sample() *Context {
	out := *ctx
	out.IDs, out.Rows = &ElementIDs{}, nil
	return &out
}

// ElementIDs makes the time UUIDs by which the elements of a list are found. One
// session shares one, so that later elements sort behind earlier ones.
type ElementIDs struct{ last, first, random uint64 }

// Time UUIDs count 100 ns since 1582-10-15. Prepended elements get a time before
// 2010, mirrored, as Cassandra does (Lists.Prepender).
const (
	ticksAt1970 = 0x01B21DD213814000
	mirror      = 1262304000000000 // 2010-01-01 in microseconds
)

// Next returns the id of an element that is appended at that time (microseconds).
func (s *ElementIDs) Next(micros int64) []byte {
	s.last = max(s.last+1, uint64(micros)*10+ticksAt1970)
	return timeUUID(s.last)
}

// Random returns a version 4 UUID: another one each time, the same ones in every
// session.
func (s *ElementIDs) Random() []byte {
	out := make([]byte, 0, 16)
	for range 2 {
		// splitmix64
		s.random += 0x9e3779b97f4a7c15
		z := s.random
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		out = append(out, byte(z>>56), byte(z>>48), byte(z>>40), byte(z>>32), byte(z>>24), byte(z>>16), byte(z>>8), byte(z))
	}
	out[6], out[8] = out[6]&0x0f|0x40, out[8]&0x3f|0x80
	return out
}

// Before returns the id of an element that is prepended at that time.
func (s *ElementIDs) Before(micros int64) []byte {
	t := uint64(2*mirror-micros)*10 + ticksAt1970
	if s.first != 0 && t >= s.first {
		t = s.first - 1
	}
	s.first = t
	return timeUUID(t)
}

func timeUUID(t uint64) []byte {
	return []byte{byte(t >> 24), byte(t >> 16), byte(t >> 8), byte(t), byte(t >> 40), byte(t >> 32), 0x10 | byte(t>>56)&0x0f, byte(t >> 48),
		0x80, 0, 1, 0, 0, 0, 0, 0}
}
