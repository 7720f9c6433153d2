package exercise_test

import (
	"os"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
)

// filmsModel is the model answer of the capstone of KillrVideo, by what each table answers.
var filmsModel = map[string]string{
	"F1": "CREATE TABLE watch_history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month int, PRIMARY KEY ((userid, month), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC, videoid ASC);",
	"F2": "CREATE TABLE views_by_video (videoid uuid, day date, views counter, PRIMARY KEY ((videoid), day)) WITH CLUSTERING ORDER BY (day DESC);",
	"F3": "CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC, videoid ASC) AND default_time_to_live = 2592000;",
	"F4": "CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, since date, bucket int, PRIMARY KEY ((channelid, bucket), followerid)); -- bucket = hash(followerid) % 100",
}

func filmsAnswer(changes []string) string {
	return changed(filmsModel, []string{"keyspace", "F1", "F2", "F3", "F4", "more"}, changes)
}

func TestCapstoneOfFilmsTakesAnyGoodDesign(t *testing.T) {
	takesEach(t, load(t, "killrvideo/capstone"), filmsAnswer, map[string][]string{
		"the model": {},
		"a year of history": {
			"F1: CREATE TABLE watch_history_by_user_year (userid uuid, watched_at timestamp, videoid uuid, name text, position int, year int, PRIMARY KEY ((userid, year), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC, videoid ASC);",
		},
		"year and month as two columns": {
			"F1: CREATE TABLE history_by_user (userid uuid, watched_at timestamp, videoid uuid, name text, position int, year smallint, month tinyint, PRIMARY KEY ((userid, year, month), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC, videoid DESC);",
		},
		"a week of history": {
			"F1: CREATE TABLE history_by_user_week (userid uuid, watched_at timestamp, videoid uuid, name text, position int, week int, PRIMARY KEY ((userid, week), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC);",
		},
		"oldest first, read backwards": {
			"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month int, PRIMARY KEY ((userid, month), watched_at, videoid));",
			"F2: CREATE TABLE views_by_video (videoid uuid, day date, views counter, PRIMARY KEY (videoid, day));",
		},
		"the month as its first day": {
			"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month date, PRIMARY KEY ((month, userid), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC);",
		},
		"one row for each pair, and the list of a channel beside it": {
			`F4: CREATE TABLE follows (channelid uuid, followerid uuid, since date, PRIMARY KEY ((followerid, channelid)));
CREATE TABLE followers_by_channel (channelid uuid, part int, followerid uuid, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 50`,
		},
		"the channels of a user, and the list of a channel": {
			`F4: CREATE TABLE channels_by_follower (channelid uuid, followerid uuid, since date, PRIMARY KEY ((followerid), channelid));
CREATE TABLE followers_by_channel (channelid uuid, shard int, followerid uuid, PRIMARY KEY ((channelid, shard), followerid)); -- shard = 0..63`,
		},
		"a feed whose writes say when they end": {
			"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC, videoid ASC); INSERT INTO feed_by_user (userid, added_date, videoid, channelid, name) VALUES (00000000-0000-0000-0000-000000000001, '2026-05-11 09:00:00+0000', 00000000-0000-0000-0000-00000000000c, 00000000-0000-0000-0000-000000000003, 'Dog at sea') USING TTL 2592000;",
		},
		"the channels of a user, by the names of the old page": {
			`F4: CREATE TABLE channels_by_user (userid uuid, channelid uuid, since date, PRIMARY KEY ((userid), channelid));
CREATE TABLE followers_by_channel (channelid uuid, shard int, followerid uuid, PRIMARY KEY ((channelid, shard), followerid)); -- shard = 0..63`,
		},
		"comments that speak of columns by their own names": {
			"F1: CREATE TABLE seen_by_member (user_id uuid, bucket int, seen_at timestamp, video_id uuid, title text, stopped_at int, PRIMARY KEY ((user_id, bucket), seen_at, video_id)); -- bucket = yyyymm of seen_at",
			"F4: CREATE TABLE fans_by_channel (channel_id uuid, slot int, fan uuid, followed_on date, PRIMARY KEY ((channel_id, slot), fan)); -- slot = hash(fan) % 64",
		},
		"history that leaves after five years": {"F1: " + strings.Replace(filmsModel["F1"], ";", " AND default_time_to_live = 157680000;", 1)},
		"fewer parts": {
			"F4: CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, since date, part int, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 32",
		},
		"names in capitals, other types": {
			`F1: CREATE TABLE "History" ("userId" uuid, "month" int, "watchedAt" timestamp, "videoId" uuid, "name" varchar, "position" smallint, PRIMARY KEY (("userId", "month"), "watchedAt", "videoId")) WITH CLUSTERING ORDER BY ("watchedAt" DESC);`,
		},
		"other words for the same": {
			"F1: CREATE TABLE history_by_user (user_id uuid, month int, watched_date timestamp, video_id uuid, title text, resume_at int, PRIMARY KEY ((user_id, month), watched_date, video_id));",
			"F2: CREATE TABLE views_by_video_day (video_id uuid, day date, view_count counter, PRIMARY KEY ((video_id), day));",
			"F3: CREATE TABLE feed_by_user (user_id uuid, added_at timestamp, video_id uuid, channel_id uuid, title text, PRIMARY KEY ((user_id), added_at, video_id)) WITH CLUSTERING ORDER BY (added_at DESC) AND default_time_to_live = 2592000;",
		},
		"a keyspace, windows of time, and a table beside them": {
			"keyspace: CREATE KEYSPACE films WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}; USE films;",
			"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC, videoid ASC) AND default_time_to_live = 2592000 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '1'};",
			"more: CREATE TABLE channels (channelid uuid PRIMARY KEY, title text);",
		},
	})
}

func TestCapstoneOfFilmsRefusesEachBadDesignForItsReason(t *testing.T) {
	refusesEach(t, load(t, "killrvideo/capstone"), filmsAnswer, map[string]bad{
		"no table of history": {"F1: ",
			"serves: None of your tables is for the question F1.", ""},
		"all history of a user": {"F1: CREATE TABLE history_by_user (userid uuid, watched_at timestamp, videoid uuid, name text, position int, PRIMARY KEY ((userid), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC);",
			"size: On day 1,825 the largest partition of history_by_user takes 26.3 MB: 365,000 rows of 72 bytes. It should stay below 10 MB.", "In five years a user has up to 365,000 rows, and they share one partition"},
		"a month of any year": {"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month tinyint, PRIMARY KEY ((userid, month), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC);",
			"bounded: The largest partition of history_by_user_month grows with every day.", "A month from 1 to 12 comes back every year: May of every year is in the same partition"},
		"a partition a day": {"F1: CREATE TABLE history_by_user_day (userid uuid, watched_at timestamp, videoid uuid, name text, position int, day date, PRIMARY KEY ((userid, day), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC); -- day = day(watched_at)",
			"serves: The question reads 7 partitions (day has 7 values); the task allows 2.", ""},
		"one film a moment": {"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month int, PRIMARY KEY ((userid, month), watched_at)) WITH CLUSTERING ORDER BY (watched_at DESC);",
			"keeps: The second row replaces the first: both have userid …01, month 202604 and watched_at 2026-04-30 20:15:00.000+0000. Of 4 rows 3 rows are left.", "She watches on two screens, and two films may begin in one millisecond"},
		"film before time": {"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, position int, month int, PRIMARY KEY ((userid, month), videoid, watched_at));",
			`serves: PRIMARY KEY column "watched_at" cannot be restricted as preceding column "videoid" is not restricted | The screen knows userid and a range of watched_at, and history_by_user_month is sorted by videoid, then watched_at: these rows do not lie side by side.`, ""},
		"the last time alone": {"F1: CREATE TABLE history_by_user (userid uuid, watched_at timestamp, videoid uuid, name text, position int, PRIMARY KEY ((userid), videoid));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | The screen knows userid and a range of watched_at, and watched_at is not in the key of history_by_user: no row can be found by it.", ""},
		"no place to go on": {"F1: CREATE TABLE history_by_user_month (userid uuid, watched_at timestamp, videoid uuid, name text, month int, PRIMARY KEY ((userid, month), watched_at, videoid)) WITH CLUSTERING ORDER BY (watched_at DESC);",
			"covers: The screen shows position, and no column of history_by_user_month holds it.", ""},
		"a number in place of a counter": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, views int, PRIMARY KEY ((videoid), day));",
			"has: views is declared as int.", ""},
		"a number by another name": {"F2: CREATE TABLE plays_by_film (videoid uuid, day date, plays int, PRIMARY KEY ((videoid), day));",
			"has: No column of your tables holds views as counter. | Many people watch in the same second. Which type", ""},
		"a count in two parts": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, shard int, views counter, PRIMARY KEY ((videoid), day, shard)); -- shard = hash(userid) % 2",
			"keeps: Nothing that tells two days apart decides which of its 2 values shard has: one count lies in up to 2 rows. | Who adds them up? Could the key do without shard?", ""},
		"a count in hours": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, hour int, views counter, PRIMARY KEY ((videoid), day, hour));",
			"keeps: Nothing that tells two days apart decides which of its 24 values hour has: one count lies in up to 24 rows. | Who", ""},
		"a count in partitions": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, hour int, views counter, PRIMARY KEY ((videoid, hour), day)); -- hour = 0..23",
			"serves: The question reads 24 partitions (hour has 24 values); the task allows 1.", ""},
		"a row for each view": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, tap timeuuid, views counter, PRIMARY KEY ((videoid), day, tap));",
			"keeps: Nothing that tells two days apart decides the id that tap holds: one count lies in a row for each id. | Who adds them up?", ""},
		"a counter that expires": {"F2: CREATE TABLE views_by_video (videoid uuid, day date, views counter, PRIMARY KEY ((videoid), day)) WITH default_time_to_live = 2592000;",
			"valid: Cannot set default_time_to_live on a table with counters", ""},
		"a partition for each day of a film": {"F2: CREATE TABLE views_by_video_day (videoid uuid, day date, views counter, PRIMARY KEY ((videoid, day)));",
			"serves: The question reads 30 partitions (day has 30 values); the task allows 1.", ""},
		"a feed that stays": {"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC);",
			"expires: Nothing in feed_by_user ever expires.", "The films of last year are still there, and the partition grows every day"},
		"a feed whose writes end too early": {"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC, videoid ASC); INSERT INTO feed_by_user (userid, added_date, videoid, channelid, name) VALUES (00000000-0000-0000-0000-000000000001, '2026-05-11 09:00:00+0000', 00000000-0000-0000-0000-00000000000c, 00000000-0000-0000-0000-000000000003, 'Dog at sea') USING TTL 259200;",
			"expires: The rows of feed_by_user live for 3 days and not for 30 days.", ""},
		"films by channel": {"F3: CREATE TABLE videos_by_channel (added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((channelid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC) AND default_time_to_live = 2592000;",
			"serves: The screen knows userid, and no column of videos_by_channel holds it.", ""},
		"one film of a moment in the feed": {"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date)) WITH CLUSTERING ORDER BY (added_date DESC) AND default_time_to_live = 2592000;",
			"keeps: The second row replaces the first: both have userid …01 and added_date 2026-05-11 09:00:00.000+0000. Of 4 rows 3 rows are left.", ""},
		"the feed by film": {"F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), videoid)) WITH default_time_to_live = 2592000;",
			"order: The rows come sorted by videoid. The server does not sort them anew, and the screen shows them by added_date descending.", ""},
		"all followers in one partition": {"F4: CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, since date, PRIMARY KEY ((channelid), followerid));",
			"size: On day 1,825 the largest partition of followers_by_channel takes 165 MB: 5,000,000 rows of 33 bytes. It should stay below 10 MB.", "Five million followers are in one partition"},
		"a history that leaves": {"F1: " + strings.Replace(filmsModel["F1"], ";", " AND default_time_to_live = 604800;", 1),
			"keeps: A row of watch_history_by_user_month is gone after 7 days; the task keeps it for 1,825 days. | Who asks for it on the last of these days", ""},
		"followers that leave": {"F4: " + strings.Replace(filmsModel["F4"], ";", " WITH default_time_to_live = 2592000;", 1),
			"keeps: A row of followers_by_channel is gone after 30 days; the task keeps it for 1,825 days.", ""},
		"a follower whose write says when it ends": {"F4: " + strings.Replace(filmsModel["F4"], ";", "; INSERT INTO followers_by_channel (channelid, bucket, followerid, since) VALUES (00000000-0000-0000-0000-000000000003, 1, 00000000-0000-0000-0000-000000000001, '2025-11-02') USING TTL 86400;", 1),
			"keeps: What your statement writes into followers_by_channel is gone after 1 day; the task keeps it for 1,825 days.", ""},
		"a follower whose prepared write says when it ends": {"F4: " + strings.Replace(filmsModel["F4"], ";", "; UPDATE followers_by_channel USING TTL 3600 SET since = ? WHERE channelid = ? AND bucket = ? AND followerid = ?;", 1),
			"keeps: What your statement writes into followers_by_channel is gone after 1 h; the task keeps it for 1,825 days.", ""},
		"a part that divides nothing": {"F4: " + strings.Replace(filmsModel["F4"], "hash(followerid)", "hash(channelid)", 1),
			"size: On day 1,825 the largest partition of followers_by_channel takes 165 MB: 5,000,000 rows of 33 bytes. It should stay below 10 MB. bucket divides nothing: it is computed from channelid, which is in the partition key as well, so all rows of one channelid have one bucket. | Which other column", ""},
		"a part drawn by lot": {"F4: " + strings.Replace(filmsModel["F4"], "hash(followerid) % 100", "0..99", 1),
			"serves: The question reads 100 partitions (bucket has 100 values); the task allows 1. | The question knows followerid. Could the program compute bucket from it, when it writes and when it reads?", ""},
		"a day that nobody explains": {"F1: CREATE TABLE history_by_user_day (userid uuid, watched_at timestamp, videoid uuid, name text, position int, day date, PRIMARY KEY ((userid, day), watched_at, videoid));",
			"serves: The check cannot test history_by_user_day yet. | What does your application write into day? Say so in a comment of your answer: `-- day = …`, with the part of a time that it holds.", ""},
		"a column of the key that is nothing of the task": {"F2: CREATE TABLE views_by_video_day (videoid uuid, day date, position int, views counter, PRIMARY KEY ((videoid), day, position));",
			"serves: The check cannot test views_by_video_day yet. | What does your application write into position? Say so in a comment of your answer: `-- position = …`, with the part of a time that it holds, or with its values, as in 0..N. Or could the key do without position?", ""},
		"nobody knows who is who": {"F4: CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, bucket int, since date, PRIMARY KEY ((channelid, bucket), followerid)); -- bucket = 0..99\nCREATE TABLE follows (who uuid, whom uuid, since date, PRIMARY KEY ((who, whom)));",
			"serves: The question reads 100 partitions (bucket has 100 values); the task allows 1. (follows was passed over: nothing says that a column of it holds channelid. If who does, say so in a comment: `-- who = channelid`.)", ""},
		"four parts": {"F4: CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, since date, part int, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 4",
			"size: On day 1,825 the largest partition of followers_by_channel takes 41.2 MB: 1,250,000 rows of 33 bytes. It should stay below 10 MB.", ""},
		"a thousand parts": {"F4: CREATE TABLE followers_by_channel (channelid uuid, followerid uuid, since date, part int, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 1000",
			"serves: The question reads 1,000 partitions (part has 1,000 values); the task allows 100. | How few parts are enough?", ""},
		"channels of a user alone": {"F4: CREATE TABLE channels_by_follower (channelid uuid, followerid uuid, since date, PRIMARY KEY ((followerid), channelid));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know followerid. The screen knows only channelid.", ""},
	})
}

// shopModel is the model answer of the capstone of the shop, by what each table answers.
var shopModel = map[string]string{
	"S1": "CREATE TABLE returns_by_warehouse_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((warehouse_id, day), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC, return_id ASC);",
	"S2": "CREATE TABLE lines_by_return (return_id uuid, line_number int, product_name text, quantity int, state text STATIC, PRIMARY KEY ((return_id), line_number));",
	"S3": "CREATE TABLE unread_by_user (user_id uuid, notification_id timeuuid, message text, PRIMARY KEY ((user_id), notification_id)) WITH CLUSTERING ORDER BY (notification_id DESC) AND default_time_to_live = 2592000;",
	"S4": "CREATE TABLE prices_by_product (product_id uuid, changed_at timestamp, price decimal, PRIMARY KEY ((product_id), changed_at)) WITH CLUSTERING ORDER BY (changed_at DESC);",
}

func shopAnswer(changes []string) string {
	return changed(shopModel, []string{"keyspace", "S1", "S2", "S3", "S4", "more"}, changes)
}

func TestCapstoneOfShopTakesAnyGoodDesign(t *testing.T) {
	takesEach(t, load(t, "shop/capstone"), shopAnswer, map[string][]string{
		"the model": {},
		"oldest first, read backwards": {
			"S1: CREATE TABLE returns_by_warehouse_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((warehouse_id, day), returned_at, return_id));",
			"S4: CREATE TABLE prices_by_product (product_id uuid, changed_at timestamp, price decimal, PRIMARY KEY (product_id, changed_at));",
		},
		"a week of a warehouse": {
			"S1: CREATE TABLE returns_by_warehouse_week (warehouse_id text, returned_at timestamp, return_id uuid, customer text, week int, PRIMARY KEY ((warehouse_id, week), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
		},
		"the day as a number": {
			"S1: CREATE TABLE returns_by_warehouse (warehouse_id text, returned_at timestamp, return_id uuid, customer text, yyyymmdd int, PRIMARY KEY ((warehouse_id, yyyymmdd), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
		},
		"year, month and day": {
			`S1: CREATE TABLE returns_by_warehouse (warehouse_id text, returned_at timestamp, return_id uuid, customer text, year int, month int, day int, PRIMARY KEY ((warehouse_id, year, month, day), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC); -- day = day_of_month(returned_at)
-- month = month_of_year(returned_at)`,
		},
		"the customer in the key as well": {
			"S1: CREATE TABLE returns_by_day_and_warehouse (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((day, warehouse_id), returned_at, customer, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
		},
		"more in the header": {
			"S2: CREATE TABLE lines_by_return (return_id uuid, line_number int, product_name text, quantity int, state text STATIC, returned_at timestamp STATIC, warehouse_id text STATIC, PRIMARY KEY ((return_id), line_number));",
		},
		"unread ones read backwards, with windows of time": {
			"S3: CREATE TABLE unread_by_user (user_id uuid, notification_id timeuuid, message text, PRIMARY KEY (user_id, notification_id)) WITH default_time_to_live = 2592000 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '1'};",
		},
		"names in capitals, other types": {
			`S1: CREATE TABLE "Returns" ("warehouseId" varchar, "day" date, "returnedAt" timestamp, "returnId" uuid, "customer" varchar, PRIMARY KEY (("warehouseId", "day"), "returnedAt", "returnId"));`,
		},
		"other words for the same": {
			"S1: CREATE TABLE returns_by_warehouse_day (warehouse text, day date, received_at timestamp, return_id uuid, customer_name text, PRIMARY KEY ((warehouse, day), received_at, return_id));",
			"S2: CREATE TABLE lines_by_return (return_id uuid, line int, status text STATIC, product text, quantity int, PRIMARY KEY ((return_id), line));",
			"S3: CREATE TABLE notes_by_customer (customer_id uuid, note_id timeuuid, content text, PRIMARY KEY ((customer_id), note_id)) WITH default_time_to_live = 2592000;",
			"S4: CREATE TABLE prices_by_product (product_id uuid, valid_from timestamp, amount decimal, PRIMARY KEY ((product_id), valid_from)) WITH CLUSTERING ORDER BY (valid_from DESC);",
		},
		"an id of its own for each change": {
			"S4: CREATE TABLE prices_by_product (product_id uuid, changed_at timestamp, change_id timeuuid, price decimal, PRIMARY KEY ((product_id), changed_at, change_id)) WITH CLUSTERING ORDER BY (changed_at DESC, change_id DESC);",
		},
		"up to 40 lines fit into a tinyint": {
			"S2: CREATE TABLE lines_by_return (return_id uuid, line_number tinyint, product_name text, quantity smallint, state text STATIC, PRIMARY KEY ((return_id), line_number));",
		},
		"a keyspace, and the returns of a customer": {
			"keyspace: CREATE KEYSPACE back WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}; USE back;",
			"more: CREATE TABLE returns_by_customer (customer_id uuid, opened date, code text, PRIMARY KEY ((customer_id), opened, code));",
		},
	})
}

func TestCapstoneOfShopRefusesEachBadDesignForItsReason(t *testing.T) {
	refusesEach(t, load(t, "shop/capstone"), shopAnswer, map[string]bad{
		"no table of lines": {"S2: ",
			"serves: None of your tables is for the question S2.", ""},
		"all returns of a warehouse": {"S1: CREATE TABLE returns_by_warehouse (warehouse_id text, returned_at timestamp, return_id uuid, customer text, PRIMARY KEY ((warehouse_id), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
			"size: On day 1,825 the largest partition of returns_by_warehouse takes 1.71 GB: 36,500,000 rows of 47 bytes. It should stay below 10 MB.", "All parcels of five years are in one partition of the warehouse"},
		"a day of all warehouses": {"S1: CREATE TABLE returns_by_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((day), warehouse_id, returned_at, return_id));",
			"size: On day 1,825 the largest partition of returns_by_day takes 20.2 MB: 400,000 rows of 51 bytes. It should stay below 10 MB.", "All warehouses share the partition of a day, and all of them write into it now"},
		"a month of a warehouse": {"S1: CREATE TABLE returns_by_warehouse_month (warehouse_id text, returned_at timestamp, return_id uuid, customer text, month int, PRIMARY KEY ((warehouse_id, month), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
			"size: On day 1,825 the largest partition of returns_by_warehouse_month takes 28.5 MB: 620,000 rows of 46 bytes. It should stay below 10 MB.", ""},
		"a day of any month": {"S1: CREATE TABLE returns_by_warehouse_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day tinyint, PRIMARY KEY ((warehouse_id, day), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC); -- day = 1..31",
			"size: On day 1,825 the largest partition of returns_by_warehouse_day takes 54.3 MB: 1,177,420 rows of 46 bytes. It should stay below 10 MB. | The values of day come back. Which days lie in one partition, and how would you write day so that it does not come back?", ""},
		"an hour of a warehouse": {"S1: CREATE TABLE returns_by_warehouse_hour (warehouse_id text, returned_at timestamp, return_id uuid, customer text, hour timestamp, PRIMARY KEY ((warehouse_id, hour), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC);",
			"serves: The question reads 24 partitions (hour has 24 values); the task allows 1.", ""},
		"one return a millisecond": {"S1: CREATE TABLE returns_by_warehouse_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((warehouse_id, day), returned_at)) WITH CLUSTERING ORDER BY (returned_at DESC);",
			"keeps: The second return replaces the first: both have warehouse_id W1, day 2026-05-04 and returned_at 2026-05-04 09:30:00.120+0000. Of 5 returns 4 rows are left.", "Two parcels came back in one millisecond, and one of them is gone"},
		"by number of the return": {"S1: CREATE TABLE returns_by_warehouse_day (warehouse_id text, returned_at timestamp, return_id uuid, customer text, day date, PRIMARY KEY ((warehouse_id, day), return_id));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | The screen knows warehouse_id and a range of returned_at, and returned_at is not in the key of returns_by_warehouse_day: no row can be found by it.", ""},
		"parts by hash": {"S1: CREATE TABLE returns_by_warehouse (warehouse_id text, returned_at timestamp, return_id uuid, customer text, part int, PRIMARY KEY ((warehouse_id, part), returned_at, return_id)) WITH CLUSTERING ORDER BY (returned_at DESC); -- part = hash(return_id) % 64",
			"serves: The question reads 64 partitions (part has 64 values); the task allows 1.", ""},
		"one line of a return": {"S2: CREATE TABLE lines_by_return (return_id uuid, line_number int, product_name text, quantity int, state text, PRIMARY KEY ((return_id)));",
			"keeps: The second line replaces the first: both have return_id …01. Of 3 lines 2 rows are left.", "A return has one line now: each line replaces the one before"},
		"a line for each attempt": {"S2: CREATE TABLE lines_by_return (return_id uuid, line_number int, attempt int, product_name text, quantity int, state text STATIC, PRIMARY KEY ((return_id), line_number, attempt)); -- attempt = 0..1",
			"keeps: Nothing that tells two lines apart decides which of its 2 values attempt has: what is written again may lie beside the first, and one of them has up to 2 rows. | Could the key do without attempt?", ""},
		"the state in each line": {"S2: CREATE TABLE lines_by_return (return_id uuid, line_number int, product_name text, quantity int, state text, PRIMARY KEY ((return_id), line_number));",
			"static: state is stored once for each row of the partition, and it is the same in all of them.", ""},
		"an index on the return": {"S2: CREATE TABLE lines (line_id uuid PRIMARY KEY, return_id uuid, line_number int, state text, product_name text, quantity int); CREATE INDEX ON lines (return_id);",
			"serves: An index answers the question: without the whole partition key it is asked on every node.", ""},
		"notifications that stay": {"S3: CREATE TABLE unread_by_user (user_id uuid, notification_id timeuuid, message text, PRIMARY KEY ((user_id), notification_id)) WITH CLUSTERING ORDER BY (notification_id DESC);",
			"expires: Nothing in unread_by_user ever expires.", "What nobody reads stays for ever"},
		"by the id of the notification": {"S3: CREATE TABLE unread (user_id uuid, notification_id timeuuid, message text, PRIMARY KEY ((notification_id), user_id)) WITH default_time_to_live = 2592000;",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know notification_id. The screen knows only user_id.", ""},
		"returns that leave": {"S1: " + strings.Replace(shopModel["S1"], ";", " AND default_time_to_live = 86400;", 1),
			"keeps: A row of returns_by_warehouse_day is gone after 1 day; the task keeps it for 1,825 days.", ""},
		"prices that leave": {"S4: " + strings.Replace(shopModel["S4"], ";", " AND default_time_to_live = 2592000;", 1),
			"keeps: A row of prices_by_product is gone after 30 days; the task keeps it for 1,825 days.", ""},
		"lines whose batch says when they end": {"S2: " + shopModel["S2"] + " BEGIN BATCH UPDATE lines_by_return USING TTL 86400 SET state = 'new' WHERE return_id = 00000000-0000-0000-0000-000000000001; APPLY BATCH;",
			"keeps: What your statement writes into lines_by_return is gone after 1 day; the task keeps it for 1,825 days.", ""},
		"an id without a time": {"S3: " + strings.Replace(shopModel["S3"], "notification_id timeuuid", "notification_id uuid", 1),
			"order: notification_id is declared as uuid. Its rows come by time only as long as every value is a timeuuid, and the server takes any other uuid as well. | Which type takes nothing else?", ""},
		"what is read, in the key": {"S3: CREATE TABLE unread_by_user (user_id uuid, is_read boolean, notification_id timeuuid, message text, PRIMARY KEY ((user_id), is_read, notification_id)) WITH default_time_to_live = 2592000;",
			"serves: The check cannot test unread_by_user yet. | What does your application write into is_read? Nothing that the task speaks of has the type boolean, and who asks has to know what is in the key. Could the key do without is_read?", ""},
		"no message": {"S3: CREATE TABLE unread_by_user (user_id uuid, notification_id timeuuid, PRIMARY KEY ((user_id), notification_id)) WITH CLUSTERING ORDER BY (notification_id DESC) AND default_time_to_live = 2592000;",
			"covers: The screen shows message, and no column of unread_by_user holds it.", ""},
		"a price and no history": {"S4: CREATE TABLE prices (product_id uuid, changed_at timestamp, price decimal, PRIMARY KEY ((product_id)));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | The screen knows product_id and a range of changed_at, and changed_at is not in the key of prices: no row can be found by it.", "The new price replaces the old one, so no bill can be explained any more"},
		"a partition for each change": {"S4: CREATE TABLE prices_by_product (product_id uuid, changed_at timestamp, price decimal, PRIMARY KEY ((product_id, changed_at)));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know changed_at. The screen knows only product_id and a range of changed_at.", ""},
		"a price in binary form": {"S4: " + strings.Replace(shopModel["S4"], "decimal", "double", 1),
			"keeps: price is declared as double, a number in binary form: `", ""},
		"years of prices": {"S4: CREATE TABLE prices_by_product_year (product_id uuid, changed_at timestamp, price decimal, year int, PRIMARY KEY ((product_id, year), changed_at)) WITH CLUSTERING ORDER BY (changed_at DESC);",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know year. The screen knows only product_id and a range of changed_at. It knows the end of this range, and the row may lie in any year before.", ""},
		"by price": {"S4: CREATE TABLE prices_by_product (product_id uuid, changed_at timestamp, price decimal, PRIMARY KEY ((product_id), price, changed_at));",
			`serves: PRIMARY KEY column "changed_at" cannot be restricted as preceding column "price" is not restricted | The screen knows product_id and a range of changed_at, and prices_by_product is sorted by price, then changed_at: these rows do not lie side by side.`, ""},
	})
}

// What a capstone says of its model, question by question, has the numbers that the core
// works out: with another workload or without the end of a row, where the question asks so.
func TestDefencesAreTrue(t *testing.T) {
	numbers := func(name, from, to, in, out string) string {
		text, err := os.ReadFile("../../content/exercises/" + name + ".exercise")
		if err != nil {
			t.Fatal(err)
		}
		e := parse(t, strings.ReplaceAll(string(text), from, to))
		r, all := e.Judge(strings.ReplaceAll(e.Model.Text, in, out)), ""
		for _, s := range r.Sizes {
			all += s.Table + ": " + number.Of(s.Rows, "row") + ", " + number.Bytes(s.Bytes) + "\n"
		}
		for _, f := range r.Findings {
			all += f.Predicate.Rule + ": " + f.Measured + "\n"
		}
		return strings.ReplaceAll(all, "\u00a0", " ")
	}
	for _, c := range []struct{ name, from, to, in, out, worked, said string }{
		{"killrvideo/capstone", "= 200 every 1d", "= 2000 every 1d", "", "", "watch_history_by_user_month: 62,000 rows, 4.40 MB", "A month of it would take 4.40 MB"},
		{"killrvideo/capstone", "= 200 every 1d", "= 2000 every 1d", "", "", "rows: 14,000 rows", "F1 would read 14,000 rows"},
		{"killrvideo/capstone", "", "", "", "", "rows: 1,400 rows", "200 films a day"}, // 200 a day for seven days, and none of the eighth
		{"killrvideo/capstone", "", "", "", "", "views_by_video: 1,825 rows, 98.5 kB", "these are 1,825 rows in 98.5 kB"},
		{"killrvideo/capstone", "", "", " AND default_time_to_live = 2592000", "", "feed_by_user: 912,500 rows, 76.6 MB", "it would hold 912,500 rows, in 76.6 MB"},
		{"killrvideo/capstone", "", "", "", "", "spread: 0.9 %", "spread share 1%"}, // the film of the moment: 200 of those who watch
		{"shop/capstone", "", "", "", "", "returns_by_warehouse_day: 20,000 rows, 912 kB", "up to 20,000 returns, in 912 kB"},
		{"shop/capstone", "warehouse_id = 20", "warehouse_id = 30", "", "", "returns_by_warehouse_day: 20,000 rows, 912 kB", "None. A new warehouse"},
		{"shop/capstone", "", "", "", "", "countable: 500 tombstones", "up to 500 tombstones"},
		{"hotel/capstone", "", "", "", "", "writes: 7 rows", "writes seven rows"},
		{"hotel/capstone", "room_number = 400", "room_number = 4000", "", "", "rates_by_hotel_month: 124,000 rows, 3.20 MB", "With ten times as many rooms"},
	} {
		got := numbers(c.name, c.from, c.to, c.in, c.out)
		text, _ := os.ReadFile("../../content/exercises/" + c.name + ".exercise")
		if !strings.Contains(got, c.worked) || !strings.Contains(string(text), c.said) {
			t.Errorf("%s, with %q: it says %q, and worked out is\n%s", c.name, c.to, c.said, got)
		}
	}
}

// Each question of "Defend it" has an answer of its own.
func TestEachDefenceHasItsAnswer(t *testing.T) {
	for _, name := range []string{"hotel", "killrvideo", "shop"} {
		page, err := os.ReadFile("../../content/" + name + "/capstone.md")
		if err != nil {
			t.Fatal(err)
		}
		_, asks, _ := strings.Cut(string(page), "## Defend it")
		asks, _, _ = strings.Cut(asks, "\n## ")
		text, _ := os.ReadFile("../../content/exercises/" + name + "/capstone.exercise")
		e := parse(t, string(text))
		for _, n := range []string{"1", "2", "3", "4", "5"} {
			if is, said := strings.Contains(asks, "\n"+n+". "), strings.Contains(e.After.Text, "\n"+n+". "); is != said {
				t.Errorf("%s: question %s is asked: %t, and answered: %t", name, n, is, said)
			}
		}
	}
}

// A name may say what another name of a column says, or what a comment says of it: a follower is
// a user. What the writes of an answer promise is taken for the table's promise, and told.
func TestCapstoneOfFilmsRemarks(t *testing.T) {
	e := load(t, "killrvideo/capstone")
	said := func(change string) (all string) {
		for _, f := range e.Judge(filmsAnswer([]string{change})).Findings {
			if f.State == exercise.Remark {
				all += f.Predicate.Rule + ": " + f.Consequence + "\n"
			}
		}
		return all
	}
	const follows = "F4: CREATE TABLE channels_by_% (channelid uuid, followerid uuid, since date, PRIMARY KEY ((followerid), channelid)); CREATE TABLE followers_by_channel (channelid uuid, part int, followerid uuid, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 50"
	for by, want := range map[string]bool{"user": false, "film": true} {
		if got := said(strings.Replace(follows, "%", by, 1)); strings.Contains(got, "names: ") != want {
			t.Errorf("channels_by_%s: %s %s", by, got, speaks(e.Judge(filmsAnswer([]string{strings.Replace(follows, "%", by, 1)}))))
		}
	}
	const explained = "F4: CREATE TABLE channels_by_user (channelid uuid, who uuid, since date, PRIMARY KEY ((who), channelid)); -- who = followerid\nCREATE TABLE followers_by_channel (channelid uuid, part int, followerid uuid, PRIMARY KEY ((channelid, part), followerid)); -- part = hash(followerid) % 50"
	if got := said(explained); strings.Contains(got, "names: ") {
		t.Errorf("a comment says what the name says: %s", got)
	}
	if got := said("F3: CREATE TABLE feed_by_user (userid uuid, added_date timestamp, videoid uuid, channelid uuid, name text, PRIMARY KEY ((userid), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC, videoid ASC); INSERT INTO feed_by_user (userid, added_date, videoid, channelid, name) VALUES (00000000-0000-0000-0000-000000000001, '2026-05-11 09:00:00+0000', 00000000-0000-0000-0000-00000000000c, 00000000-0000-0000-0000-000000000003, 'Dog at sea') USING TTL 2592000;"); !strings.Contains(got, "expires: Your statement gives the time") {
		t.Errorf("a feed whose writes say when they end: %s", got)
	}
}
