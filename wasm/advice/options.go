package advice

import (
	"errors"
	"strconv"
	"strings"
)

// Options are the thresholds of rules, and what rules cannot read from a script.
type Options struct {
	Now        int64 // the clock, in seconds since 1970; 0: unknown
	Production bool  // the keyspaces are for production: R86 is advice, not a note
	Style      bool  // rules of style, too: R62, R63

	Partitions     int   // R05, R33: partitions of one statement
	Collection     int   // R47: elements of a collection
	Columns        int   // R84: columns of a table
	Tables         int   // R85: tables of a cluster
	Replicas       int   // R86: copies of each row, per data center
	Conditional    int   // R36: percent of writes that are lightweight transactions
	FewWindows     int   // R80: time windows of a TTL, at least
	ManyWindows    int   // R80: and at most
	RepairInterval int64 // R87: seconds between two repairs
	Values         int64 // R19: values of a partition
	Bytes          int64 // R20: bytes of a partition, live
	Rows           int64 // R21: rows of a partition
	Cells          int64 // R22: cells of a partition

	// Words that a name consists of or ends with: R16, R39, R43; R40; R48; R46; R55.
	FewValues, Unique, Growing, Temporary, Money []string
}

// NewOptions returns the shipped thresholds.
func NewOptions() Options {
	return Options{
		Partitions: 10, Collection: 100, Columns: 100, Tables: 200, Replicas: 3, Conditional: 50, FewWindows: 10, ManyWindows: 50,
		RepairInterval: 7 * day, Values: 100_000, Bytes: 100_000_000, Rows: 300_000, Cells: 1_000_000_000,
		FewValues: strings.Fields("status state flag flags type kind category gender sex country country_code continent region priority severity level language currency role"),
		Unique:    strings.Fields("email e_mail mail phone phone_number ssn isbn iban passport username user_name login token"),
		Growing:   strings.Fields("comments likes liked_by followers following friends members events history log logs messages orders readings posts visits views reviews subscribers"),
		Temporary: strings.Fields("session sessions token tokens otp cart carts cache lock locks hold holds tmp temp temporary verification reset resets"),
		Money:     strings.Fields("price prices amount balance cost costs salary fee fees revenue payment total_price unit_price"),
	}
}

const (
	day        = 86400
	hintWindow = 10800 // seconds for which hints are kept: max_hint_window as shipped
)

// Set changes an option by its name: a number or true and false; a list of words
// is separated by commas.
func (o *Options) Set(name, value string) error {
	numbers := map[string]*int{"partitions": &o.Partitions, "collection": &o.Collection, "columns": &o.Columns, "tables": &o.Tables, "replicas": &o.Replicas,
		"conditional": &o.Conditional, "few_windows": &o.FewWindows, "many_windows": &o.ManyWindows}
	large := map[string]*int64{"repair_interval": &o.RepairInterval, "values": &o.Values, "bytes": &o.Bytes, "rows": &o.Rows, "cells": &o.Cells}
	words := map[string]*[]string{"few_values": &o.FewValues, "unique": &o.Unique, "growing": &o.Growing, "temporary": &o.Temporary, "money": &o.Money}
	switches := map[string]*bool{"production": &o.Production, "style": &o.Style}
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case numbers[name] != nil && err == nil && n >= 0 && n < 1<<31:
		*numbers[name] = int(n)
	case large[name] != nil && err == nil && n >= 0:
		*large[name] = n
	case words[name] != nil:
		*words[name] = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
	case switches[name] != nil && (value == "true" || value == "false"):
		*switches[name] = value == "true"
	case switches[name] != nil:
		return errors.New(name + " is true or false, not " + value)
	case numbers[name] != nil || large[name] != nil:
		return errors.New(name + " is a whole number from 0, not " + value)
	default:
		return errors.New("there is no threshold " + name + "; there are partitions, collection, columns, tables, replicas, conditional, few_windows, many_windows, " +
			"repair_interval, values, bytes, rows, cells, few_values, unique, growing, temporary, money, production and style")
	}
	return nil
}
