package build

import (
	"strconv"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/workload"
)

// Reference pages are Markdown as chapters are; their numbers are those of the core:
//
//	type.date.bytes     length of a value of the type; where values differ,
//	                    type.inet.bytes.min and type.inet.bytes.max
//	type.date.disk      as a value or as a clustering value on disk
//	type.date.frozen    inside a frozen collection
//	limit.bytes         thresholds of design advice, and other limits: see limits
//	setting.tombstone_failure_threshold
//	                    a number of cassandra.yaml as shipped, to be written as a number;
//	                    {setting …} writes it as the file has it

// coreNumber returns such a number. Known is false where the name is none of those.
func coreNumber(of, name string) (text, problem string, known bool) {
	switch of {
	case "type":
		name, what, _ := strings.Cut(name, ".")
		t := cqltype.Native(name)
		if t == nil {
			return "", "there is no type " + name, true
		}
		lo, hi := t.RawLen()
		if hi == cqltype.Unbounded {
			return "", "values of type " + name + " have any length", true
		}
		what, end, ended := strings.Cut(what, ".")
		switch what {
		case "bytes":
		case "disk":
			lo, hi = t.DiskLen(lo), t.DiskLen(hi)
		case "frozen":
			lo, hi = 4+lo, 4+hi
		default:
			return "", "a type has bytes, disk and frozen, and no " + what, true
		}
		switch {
		case end == "min" || !ended && lo == hi:
			return strconv.Itoa(lo), "", true
		case end == "max":
			return strconv.Itoa(hi), "", true
		}
		return "", "values of type " + name + " have different lengths: write " + what + ".min and " + what + ".max", true
	case "limit":
		if n, ok := limits()[name]; ok {
			return strconv.FormatInt(n, 10), "", true
		}
		near := workload.Nearest(name, sortedKeys(limits()))
		if near != "" {
			near = ": did you mean " + near + "?"
		}
		return "", "there is no limit " + name + near, true
	case "setting":
		value, ok := check.Shipped(name)
		if !ok {
			return "", noSetting(name), true
		}
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < 0 {
			return "", "the setting " + name + " is " + strconv.Quote(value) + " and no number from 0: write {setting " + name + "}", true
		}
		return value, "", true
	}
	return "", "", false
}

// noSetting says that cassandra.yaml has no such key, and which one may be meant.
func noSetting(name string) string {
	near := workload.Nearest(name, check.SettingNames())
	if near != "" {
		near = ": did you mean " + near + "?"
	}
	return "cassandra.yaml has no such key that changes a verdict" + near
}

func limits() map[string]int64 {
	o := advice.NewOptions()
	return map[string]int64{
		"values": o.Values, "bytes": o.Bytes, "rows": o.Rows, "cells": o.Cells, "value": o.Value,
		"partitions": int64(o.Partitions), "collection": int64(o.Collection), "columns": int64(o.Columns), "tables": int64(o.Tables),
		"replicas": int64(o.Replicas), "fewest_windows": int64(o.FewWindows), "most_windows": int64(o.ManyWindows),
		"ttl": sizing.MaxTTL, "key": 65_535, "request": 16 << 20,
	}
}
