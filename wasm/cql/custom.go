// Types that are given as the name of a Java class.

package cql

import (
	"strings"

	"partitionlab/wasm/version"
)

const marshal = "org.apache.cassandra.db.marshal."

// typeClasses are the classes of package org.apache.cassandra.db.marshal that
// are types, without "Type".
const typeClasses = " Ascii Boolean Byte Bytes Composite CounterColumn Date Decimal Double Duration DynamicComposite Empty Float Frozen Inet Int32 Integer LegacyTimeUUID LexicalUUID List Long Map Reversed Set Short SimpleDate Time TimeUUID Timestamp Tuple UTF8 UUID User Vector LocalByPartionerType "

// unknownClass returns the first class in a custom type, such as
// ListType(Int32Type), that the server does not have; "" if it has it. The server
// is taken to be as shipped, without classes of its operator's.
func unknownClass(s string, server *version.Switches) string {
	s = strings.TrimLeft(s, " \t\n")
	n := 0
	for n < len(s) && (class[s[n]]&cWord != 0 || s[n] == '.' || s[n] == '-' || s[n] == '+' || s[n] == '&') {
		n++
	}
	if n == 0 {
		return ""
	}
	full := s[:n]
	if !strings.Contains(full, ".") {
		full = marshal + full
	}
	rest, ours := strings.CutPrefix(full, marshal)
	short, isType := strings.CutSuffix(rest, "Type")
	if ours && rest == "PartitionerDefinedOrder" {
		return ""
	}
	if ours && isType && short != "" && strings.Contains(typeClasses, " "+short+" ") && (short != "Vector" || server.On(version.Vectors)) {
		return ""
	}
	return full
}
