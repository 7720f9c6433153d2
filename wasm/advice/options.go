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
	Value          int64 // R83: bytes of a value
	Copies         int   // R31: tables that one batch writes
	FewPartitions  int   // R15: partitions of a table, at least
	FewRows        int   // R26: rows of a bucket, at least
	Skew           int   // R17: bytes of the largest partition over those of the mean one

	// Words that a name consists of or ends with: R16, R39, R43; R40; R48; R46; R55.
	FewValues, Unique, Growing, Temporary, Money []string
}

// NewOptions returns the shipped thresholds.
func NewOptions() Options {
	return Options{
		Partitions: 10, Collection: 100, Columns: 100, Tables: 200, Replicas: 3, Conditional: 50, FewWindows: 10, ManyWindows: 50,
		RepairInterval: 7 * day, Values: 100_000, Bytes: 100_000_000, Rows: 300_000, Cells: 1_000_000_000,
		Value: 1_000_000, Copies: 4, FewPartitions: 100, FewRows: 10, Skew: 10,
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

// option returns the threshold of a name, or nil.
func (o *Options) option(name string) any {
	switch name {
	case "production":
		return &o.Production
	case "style":
		return &o.Style
	case "partitions":
		return &o.Partitions
	case "collection":
		return &o.Collection
	case "columns":
		return &o.Columns
	case "tables":
		return &o.Tables
	case "replicas":
		return &o.Replicas
	case "copies":
		return &o.Copies
	case "few_partitions":
		return &o.FewPartitions
	case "few_rows":
		return &o.FewRows
	case "skew":
		return &o.Skew
	case "conditional":
		return &o.Conditional
	case "few_windows":
		return &o.FewWindows
	case "many_windows":
		return &o.ManyWindows
	case "repair_interval":
		return &o.RepairInterval
	case "value":
		return &o.Value
	case "values":
		return &o.Values
	case "bytes":
		return &o.Bytes
	case "rows":
		return &o.Rows
	case "cells":
		return &o.Cells
	case "few_values":
		return &o.FewValues
	case "unique":
		return &o.Unique
	case "growing":
		return &o.Growing
	case "temporary":
		return &o.Temporary
	case "money":
		return &o.Money
	}
	return nil
}

// Set changes an option by its name: a number or true and false; a list of words
// is separated by commas.
func (o *Options) Set(name, value string) error {
	n, err := strconv.ParseInt(value, 10, 64)
	whole := errors.New(name + " is a whole number from 0, not " + value)
	switch x := o.option(name).(type) {
	case *int:
		if err != nil || n < 0 || n >= 1<<31 {
			return whole
		}
		*x = int(n)
	case *int64:
		if err != nil || n < 0 {
			return whole
		}
		*x = n
	case *[]string:
		*x = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
	case *bool:
		if value != "true" && value != "false" {
			return errors.New(name + " is true or false, not " + value)
		}
		*x = value == "true"
	default:
		return errors.New("there is no threshold " + name + "; there are partitions, collection, columns, tables, replicas, copies, few_partitions, few_rows, skew, conditional, " +
			"few_windows, many_windows, repair_interval, value, values, bytes, rows, cells, few_values, unique, growing, temporary, money, production and style")
	}
	return nil
}

// Get returns an option as [Options.Set] takes it; ok is false where there is none
// of that name.
func (o *Options) Get(name string) (value string, ok bool) {
	switch x := o.option(name).(type) {
	case *int:
		return strconv.Itoa(*x), true
	case *int64:
		return strconv.FormatInt(*x, 10), true
	case *[]string:
		return strings.Join(*x, ","), true
	case *bool:
		return strconv.FormatBool(*x), true
	}
	return "", false
}
