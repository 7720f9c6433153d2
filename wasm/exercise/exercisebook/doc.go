// Package exercisebook reads exercises as authors write them, and proves that each does what
// it claims. It is for builders and tests: a page gets what [Pack] makes of an
// exercise, and package exercise judges answers to that.
//
// # The text form
//
// An exercise is a file of content/exercises. Lines `name = value` come first, then
// sections. A section begins with a word and a colon at the beginning of a line of its
// own; # begins a comment line outside of Markdown and CQL.
//
//	id = e2
//	title = Four bookings, four rows
//	kind = cql
//	minutes = 8
//	outcome = Detect a key that overwrites; repair it without breaking the query.
//
//	prompt:
//	The front desk asks for all bookings of a last name. Repair the key …
//
//	rows bookings:
//	guest_last_name text | hotel_id text | guest_id uuid | confirm_number text
//	Smith | AZ123 | 1 | RS2G0Z
//	Smith | AZ123 | 2 | RS9X7Q
//
//	question desk:
//	given guest_last_name = Smith
//	want hotel_id, confirm_number
//
//	must:
//	valid
//	serves desk in 1 partition
//	keeps bookings
//	    What differs between the two, and is it in the key?
//
//	model:
//	CREATE TABLE reservations_by_guest ( … PRIMARY KEY ((guest_last_name), hotel_id, confirm_number));
//
//	wrong PRIMARY KEY ((guest_last_name), hotel_id):
//	Both bookings have the same name and the same hotel. Which columns of the rows differ?
//
//	hint:
//	…
//
// # Lines
//
//	id        small letters, digits and -; links and progress carry it, so it is never reused
//	title     a few words
//	kind      cql, number, choice, match or order
//	minutes   that a learner takes
//	outcome   what of the chapter's outcomes it tests; one line for each
//	answer    of a number: 252 partitions; 5505380 B ± 2%; 1138 days ± 2; N5
//	schema    a file of content/schemas that is there from the start
//	dataset   files of content/datasets: rows of that name (smith4, or smith4 of bookings);
//	          with schema they are in its tables, too
//	set       keys of cassandra.yaml that differ from the shipped ones: key=value, key=value
//
// # Sections of every kind
//
//	prompt:   the task, Markdown
//	given:    CQL that has run before: tables and rows that the page shows
//	start:    what the answer's field holds at first; it does not run
//	hint:     three times: what does not hold, where to look, a skeleton with ___
//	model:    the model answer: CQL, or how the number or the choice comes about
//	after:    what there is to say once it is solved, of every right answer
//	after has post_id timeuuid:  what is true of those alone that hold this predicate
//	teach:    the question that an instructor asks a class
//	proof:    CQL that shows what the exercise claims; a comment after each statement
//	          says what it does: -- accepted, -- refused, -- refused W-05, -- warns,
//	          -- rows 3, -- reads 1 or -- reads all (partitions), -- tombstones 3,
//	          -- bytes 65 (all tables on disk, flushed once), -- returns a, b
//
// # Answers that are expected
//
// `wrong ANSWER:` and below it the feedback; `also ANSWER:` is another right answer,
// with a comment. Feedback says what follows from the answer, then asks a question; 35
// words, and never "wrong". A longer answer stands below `wrong:`, then a line `says:`,
// then the feedback.
//
// Of a number, ANSWER is a number, several with `or` between them, or `otherwise`.
// Of CQL it is statements, or what is different in the model's CREATE TABLE, one a line:
//
//	PRIMARY KEY ((guest_last_name), hotel_id)
//	playlist_name text            in place of the column, or added
//	- playlist_name               left out
//	CLUSTERING ORDER BY (liked_on ASC)
//	WITH default_time_to_live = 0
//	-- shard = 0..3               in place of the comment
//	stays_by_guest (month tinyint)      in that table of several
//
// A learner's answer gets the feedback of the listed one that differs from the model in
// the same way: in the same columns of the key, in what is static, in the rows that come
// back or are left, or by the rule that refuses it. Names and layout decide on nothing.
// What no listed answer is like is told what follows from it all the same; listed ones
// are for what only an author knows.
//
// # Rows
//
// `rows NAME:` or `rows NAME of THINGS:` (a booking is one of `bookings`), then a table:
// first names with types, and other names in parentheses; then values, with | between
// them. Text needs no quotes; a whole number stands for the uuid that ends in it; a
// timeuuid is a time and a number: 2026-01-15 10:30:00.000+0000 #1. A name that has its
// type from other rows needs none. Rows named like a table of `given:` are in it from
// the start.
//
// A star after a name, `user_id* uuid`, says that two things may differ in it alone: the
// judge tries such a pair, and a key without it loses one. Where no name has a
// star, a workload says the same of each `each`. All else may agree in the two. All that is starred together names one thing; the
// rest may change, and a key that goes on with it after all the stars makes two rows of one.
//
// A learner's table is tried on them, whatever its columns are called: they are matched by
// name (startDate, start_dates and date stand for start_date where nothing fits better), by
// the other names, or by type where there is one of each. A column of the key whose name
// speaks of a unit of time (month, yyyymmdd, day_bucket) is a bucket of the time; one that
// speaks of a bucket, shard or part is a hash. What cannot be known is asked for: the
// answer then says it in a comment. A day whose name speaks of a beginning or an end (arrival,
// until) stands for such a day alone; month(start_date) may be 1 to 12, and is asked about.
//
//	-- code = confirm_number
//	-- bucket = yyyymm of start_date     year, quarter, yyyymm, yyyyww, yyyymmdd, yyyymmddhh, …;
//	-- m = month_of_year(start_date)     week_of_year, day_of_month, hour_of_day, …
//	-- shard = hash(user_id) % 8, or 0..7
//
// # Questions
//
// `question NAME:` is what a screen asks, a clause a line or with ; between them. Without a
// value, `given` takes that of the first row.
//
//	given hotel_id = AZ123, room_number
//	range date from 2026-03-01 to 2026-03-31     both belong to it; one may be missing
//	want room_number, is_available               or: want nights: room_number, …
//	order date desc, room_number
//	limit 20
//	shown the clerk's list                       what a reader calls it; else the screen
//
// # Workload
//
// `workload:` or `workload bookings:` says how many things there are. From it follows how
// many rows a partition holds, whatever the key is: those of all combinations of `each`
// that the key leaves open. Quantities, lengths, `ttl` and `written = over 365d` (each row
// is written up to so long before its time) are as in every workload; ranges count with
// their upper end; t is the day.
//
//	rooms = 20..400
//	each hotel_id = 5000             there is a row for each hotel,
//	each date = 1 every 1d           each date, one more every day (or 730 + t),
//	each room_number = rooms         and each room
//	each videoid = 5e6 largest 1%    one of them takes 1 % of the writes of a moment
//	some country = 200 largest 60%   200 values are spread over the rows; of several such
//	                                 columns the smallest share counts
//	per guest_id = 60 * t / 365      at most so many rows for one value
//	per confirm_number = 1
//	removed user_id = 50 every 1d    so many rows of one value are deleted again
//	len.hotel_id = 5                 else as long as the longest value in the rows
//
// # Predicates
//
// `must:` lists what a right answer does, one a line, in the order in which it is looked at.
// The first that does not hold speaks; an indented line below asks in place of the usual
// question.
//
//	valid                       the server accepts every statement
//	serves Q in 1 partition     the question reads so many partitions at most (or: in exactly
//	                            2), with no filtering and no index
//	serves+ Q                   an index inside one partition is allowed
//	order Q [either way]        the rows of a partition come as asked, without ORDER BY or with one
//	covers Q [columns]          what the question wants is in the table that answers it
//	keeps ROWS [4] [for Q] [on day N]  all rows are kept, or so many; no TTL takes them before that day
//	static c                    a column is static
//	last c                      the last column of a table's key holds this
//	key ((a, b), c)             a table has this primary key
//	keyed c, keyed no c         this column is in the key of a table, or in none
//	has c [type or type]        a table has this column; a user-defined type is written as its
//	                            fields, in the order of the alphabet: frozen<{city text, street text}>
//	names                       remarks on names that do not say by what a table is asked
//	used                        every table is read by a question: a remark
//	size [Q] < 10 MB [on day N] the largest partition, on disk, written as time passes
//	values [on day N]           remarks on more than 100,000 values
//	rows Q <= 400 [on day N]    rows that the question reads
//	bounded [Q]                 partitions do not grow for ever
//	spread [10 keys] [share 15%] different partition keys; writes of a moment to the busiest
//	countable Q <= 1000 tombstones     that a read counts
//	writes ROWS [ROWS] <= 20 rows      over all tables that answer questions
//	expires Q 30d               default_time_to_live of the table, 0 for none; that every row which
//	                            the answer writes has this TTL will do, with a remark
//	lives 10min                 all values that the answer writes end after that time
//	returns [columns] [in order]       the SELECTs return what the model's do
//	reads [exactly] 1 partition, reads <= 40 rows
//	conditional [TABLE]         every write, or every one to a table, has an IF
//	yields UPDATE t SET … WHERE …; …   the answer runs again after each of these, by itself: the
//	                            rows that somebody else has written so stay as they are. By itself, also
//	                            after others with values just beside what was there, and after a change
//	                            of all rows that the model leaves alone
//	none UPDATE t SET … WHERE …; …     the answer runs again after each of these, by itself, and
//	                            nothing of it is left: all that it writes, or none
//	tries 205 206               the writes name each of these values, whatever comes of it
//	starts INSERT               the first write is an INSERT, UPDATE, DELETE or BATCH
//	ends TABLE                  the last write is to this table
//	moves TABLE                 nothing is written to this table after a DELETE of it, but in one batch:
//	                            logged, or of one partition; the same holds of ends
//	elements                    no write replaces a whole collection, or what it has just taken out
//	leaves                      the given tables hold what the model leaves, and still do when every
//	                            TTL is over
//	tombstones <= 1             that the answer writes
//	warned                      remarks on the server's warnings
//	rule W-05, rule no W-05     a statement is (not) refused by this rule
//
// # Choice, match, order
//
//	options:                    of a choice; several may be right
//	[ ] none of them
//	    The INSERT left a marker. Which statement removed it?
//	[x] only `desk`
//	    Its marker keeps the row alive.
//
//	categories:                 of a match
//	R = relational
//	C = Cassandra
//	items:
//	Every fact is stored once. : R
//	    Said to whoever puts it elsewhere?
//	    C: Said to whoever puts it there?
//
// An order has only items, in their right order, each with its feedback.
//
// # Predictions
//
// Any widget's fence may have a guess: see exercise.ReadGuess, and [ProveGuess].
package exercisebook
