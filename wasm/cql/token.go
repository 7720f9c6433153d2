// Tokens and keywords, as Cassandra 5.0's lexer tells them apart.

package cql

import "partitionlab/wasm/version"

// A kind is the kind of a token.
type kind uint8

const (
	tEOF   kind = iota
	tWrong      // a character no token can start with; also what the parser sees after its first error
	tIdent
	tQuoted
	tEmptyQuoted
	tString
	tInteger
	tFloat
	tBoolean
	tDuration
	tHex
	tUUID
	tQMark
	tRange // ..
	tExpr  // expr(

	tSemi
	tComma
	tDot
	tColon
	tLParen
	tRParen
	tLBracket
	tRBracket
	tLBrace
	tRBrace
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tEq
	tLt
	tLe
	tGt
	tGe
	tNe
	tPlusEq
	tMinusEq

	tNegNaN
	tNegInfinity

	// Reserved words: never a name without quotes.
	kAdd
	kAllow
	kAlter
	kAnd
	kApply
	kAsc
	kAuthorize
	kBatch
	kBegin
	kBy
	kTable // also COLUMNFAMILY
	kCreate
	kDelete
	kDesc
	kDescribe
	kDrop
	kEntries
	kExecute
	kFrom
	kFull
	kGrant
	kIf
	kIn
	kIndex
	kInfinity
	kInsert
	kInto
	kIs
	kKeyspace
	kLimit
	kMaterialized
	kModify
	kNaN
	kNoRecursive
	kNot
	kNull
	kOf
	kOn
	kOr
	kOrder
	kPrimary
	kRename
	kRevoke
	kSchema
	kSelect
	kSet
	kTo
	kToken
	kTruncate
	kUnlogged
	kUpdate
	kUse
	kUsing
	kView
	kWhere
	kWith

	// Words that are names, but not names of functions or of user types.
	kTTL
	kCount
	kWritetime
	kMaxWritetime
	kCast
	kJSON
	kDistinct
	kKey // this one may name a user type

	// Native types: names, names of functions, but not of user types.
	kASCII
	kBigint
	kBlob
	kBoolean
	kCounter
	kDecimal
	kDouble
	kDuration
	kFloat
	kInet
	kInt
	kSmallint
	kText
	kTimestamp
	kTinyint
	kUUID
	kVarchar
	kVarint
	kTimeUUID
	kDate
	kTime

	// Words that are names everywhere.
	kKeys
	kAs
	kCluster
	kClustering
	kCompact
	kStorage
	kTables // also COLUMNFAMILIES
	kType
	kTypes
	kValues
	kMap
	kList
	kFiltering
	kPermission
	kPermissions
	kKeyspaces
	kAll
	kUser
	kUsers
	kRole
	kRoles
	kIdentity
	kSuperuser
	kNoSuperuser
	kLogin
	kNoLogin
	kOptions
	kPassword
	kHashed
	kExists
	kCustom
	kTrigger
	kContains
	kInternals
	kOnly
	kStatic
	kFrozen
	kTuple
	kFunction
	kFunctions
	kAggregate
	kAggregates
	kSFunc
	kSType
	kFinalFunc
	kInitCond
	kReturns
	kLanguage
	kCalled
	kInput
	kLike
	kPer
	kPartition
	kGroup
	kDatacenters
	kCIDRs
	kAccess
	kDefault
	kMBean
	kMBeans
	kReplace
	kUnset
	kMasked
	kUnmask
	kSelectMasked
	kVector
	kANN

	kindCount
)

const (
	firstKeyword    = kAdd
	firstUnreserved = kTTL
	firstNative     = kASCII
	lastNative      = kTime
	firstBasic      = kKeys
)

func (k kind) keyword() bool    { return k >= firstKeyword }
func (k kind) unreserved() bool { return k >= firstUnreserved }
func (k kind) native() bool     { return k >= firstNative && k <= lastNative }

// ident reports whether a token can be an identifier.
func (k kind) ident() bool { return k == tIdent || k == tQuoted || k >= firstUnreserved }

// funcName reports whether a token can name a function.
func (k kind) funcName() bool {
	return k == tIdent || k == tQuoted || k >= firstNative || k == kToken || k == kCount
}

// typeName reports whether a token can name a user type.
func (k kind) typeName() bool { return k == tIdent || k == tQuoted || k >= firstBasic || k == kKey }

// constant reports whether a token is a constant.
func (k kind) constant() bool {
	switch k {
	case tString, tInteger, tFloat, tBoolean, tDuration, tHex, tUUID, kNaN, kInfinity, tNegNaN, tNegInfinity:
		return true
	}
	return false
}

// keywordText holds the keywords in lower case, in the order of their kinds.
var keywordText = [...]string{
	"add", "allow", "alter", "and", "apply", "asc", "authorize", "batch", "begin", "by", "table", "create", "delete",
	"desc", "describe", "drop", "entries", "execute", "from", "full", "grant", "if", "in", "index", "infinity", "insert",
	"into", "is", "keyspace", "limit", "materialized", "modify", "nan", "norecursive", "not", "null", "of", "on", "or",
	"order", "primary", "rename", "revoke", "schema", "select", "set", "to", "token", "truncate", "unlogged", "update",
	"use", "using", "view", "where", "with",
	"ttl", "count", "writetime", "maxwritetime", "cast", "json", "distinct", "key",
	"ascii", "bigint", "blob", "boolean", "counter", "decimal", "double", "duration", "float", "inet", "int", "smallint",
	"text", "timestamp", "tinyint", "uuid", "varchar", "varint", "timeuuid", "date", "time",
	"keys", "as", "cluster", "clustering", "compact", "storage", "tables", "type", "types", "values", "map", "list",
	"filtering", "permission", "permissions", "keyspaces", "all", "user", "users", "role", "roles", "identity",
	"superuser", "nosuperuser", "login", "nologin", "options", "password", "hashed", "exists", "custom", "trigger",
	"contains", "internals", "only", "static", "frozen", "tuple", "function", "functions", "aggregate", "aggregates",
	"sfunc", "stype", "finalfunc", "initcond", "returns", "language", "called", "input", "like", "per", "partition",
	"group", "datacenters", "cidrs", "access", "default", "mbean", "mbeans", "replace", "unset", "masked", "unmask",
	"select_masked", "vector", "ann",
}

// keywordSince says of keywords that not every server has what they came with.
var keywordSince = [kindCount]version.Feature{
	kVector: version.Vectors, kANN: version.Vectors, kMasked: version.Masks, kUnmask: version.Masks, kSelectMasked: version.Masks,
	kIdentity: version.Identities, kCIDRs: version.CIDRs, kMaxWritetime: version.MaxWritetime, kHashed: version.HashedPasswords,
}

// Text returns a keyword in lower case.
func (k kind) text() string {
	if k.keyword() {
		return keywordText[k-firstKeyword]
	}
	return ""
}

// Keywords are found by a hash of the length, the first two bytes and the last
// one. The table is open addressing and filled once.
const keywordSlots = 1024

var keywordTable [keywordSlots]kind

func keywordHash(length int, first, second, last byte) uint {
	return (uint(length)*37 + uint(first)*131 + uint(second)*71 + uint(last)*7) % keywordSlots
}

func init() {
	if len(keywordText) != int(kindCount-firstKeyword) {
		panic("cql: keyword table does not fit the kinds")
	}
	for i := range keywordText {
		addKeyword(keywordText[i], firstKeyword+kind(i))
	}
	addKeyword("columnfamily", kTable)
	addKeyword("columnfamilies", kTables)
	addKeyword("true", tBoolean)
	addKeyword("false", tBoolean)
}

func addKeyword(word string, k kind) {
	h := keywordHash(len(word), word[0], word[1], word[len(word)-1])
	for keywordTable[h] != 0 {
		h = (h + 1) % keywordSlots
	}
	keywordTable[h] = k
	keywordWords[h] = word
}

var keywordWords [keywordSlots]string

// keywordOf returns the keyword that a word of letters, digits and underscores
// is, in any case, or tIdent.
func keywordOf(word string) kind {
	n := len(word)
	if n < 2 || n > 14 {
		return tIdent
	}
	h := keywordHash(n, word[0]|0x20, word[1]|0x20, word[n-1]|0x20)
	for keywordTable[h] != 0 {
		if w := keywordWords[h]; len(w) == n && equalFold(w, word) {
			return keywordTable[h]
		}
		h = (h + 1) % keywordSlots
	}
	return tIdent
}

// equalFold compares a lower-case keyword with a word in any case.
func equalFold(lower, word string) bool {
	for i := 0; i < len(lower); i++ {
		c := word[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// fold returns a word in lower case, without a copy where it is that already.
func fold(word string) string {
	for i := 0; i < len(word); i++ {
		if c := word[i]; 'A' <= c && c <= 'Z' {
			b := []byte(word)
			for ; i < len(b); i++ {
				if c := b[i]; 'A' <= c && c <= 'Z' {
					b[i] = c | 0x20
				}
			}
			return string(b)
		}
	}
	return word
}
