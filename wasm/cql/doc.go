// Package cql reads and writes CQL, the language of Cassandra 5.0: tokens, the
// syntax tree, the parser, the printer and the formatter.
//
// The parser follows the server's grammar rule by rule, and the decisions of its
// generated tables where they move an error, so that a statement is refused if the
// server refuses it, and at the place that the server names. What it says about
// an error, and what it offers instead, are words of our own (hint.go, slips.go).
//
// ParseStatement takes what a driver sends: one statement, no tolerance. Parse
// takes a script as people keep it in files.
package cql
