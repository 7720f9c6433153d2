package schema

import (
	"maps"
	"strings"
	"sync"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/version"
)

// NewCluster returns the catalogue of a cluster that nobody has used yet: the
// keyspaces of Cassandra itself, with their tables.
func NewCluster(server version.Server) *Catalogue {
	return New().Under(server)
}

// Under is the catalogue as another release would have it: with its own keyspaces. It is not to
// be changed.
func (c *Catalogue) Under(server version.Server) *Catalogue {
	n := *c
	n.Server = server
	n.Keyspaces = maps.Clone(c.Keyspaces)
	c = &n
	for _, k := range [...]struct {
		name, class, replicas string
		virtual               bool
	}{
		{"system", "LocalStrategy", "", false}, {"system_schema", "LocalStrategy", "", false},
		{"system_auth", "SimpleStrategy", "1", false}, {"system_distributed", "SimpleStrategy", "3", false}, {"system_traces", "SimpleStrategy", "2", false},
		{"system_views", "LocalStrategy", "", true}, {"system_virtual_schema", "LocalStrategy", "", true},
	} {
		ks := NewKeyspace(k.name, Replication{Class: k.class})
		if k.replicas != "" {
			ks.Replication.Options = []Option{{"replication_factor", k.replicas}}
		}
		ks.System, ks.Virtual, ks.Tables = true, k.virtual, maps.Clone(systemTables[server-version.V40]()[k.name])
		c.AddKeyspace(ks)
	}
	return c
}

// systemTables are shared by all catalogues of a release, by keyspace and name: no statement can change them.
var systemTables = [...]func() map[string]map[string]*Table{sync.OnceValue(systemOf(version.V40)), sync.OnceValue(systemOf(version.V41)), sync.OnceValue(systemOf(version.V50))}

// systemOf reads those of a release.
func systemOf(server version.Server) func() map[string]map[string]*Table {
	return func() map[string]map[string]*Table {
		out := map[string]map[string]*Table{}
		for _, line := range strings.Split(systemColumns[1:], "\n") {
			name, columns, _ := strings.Cut(line, " ")
			name, there := since(name, server)
			if !there {
				continue
			}
			ks, table, _ := strings.Cut(name, ".")
			t := NewTable(ks, table)
			columns, t.Params.Comment, _ = strings.Cut(columns, " | ")
			t.Params.Server = server
			t.systemParams()
			for _, text := range strings.Split(columns, "; ") {
				name, typ, _ := strings.Cut(text, " ")
				c := &Column{Kind: Regular}
				switch name[0] {
				case '*':
					c.Kind = PartitionKey
				case '>', '<':
					c.Kind, c.Desc = Clustering, name[0] == '<'
				case '=':
					c.Kind = Static
				}
				if c.Name, there = since(strings.TrimLeft(name, "*><="), server); there {
					c.Type, _ = systemType(typ, false, server)
					t.Add(c)
				}
			}
			if out[ks] == nil {
				out[ks] = map[string]*Table{}
			}
			out[ks][table] = t
		}
		return out
	}
}

// since takes the mark from a name that a release may not have yet.
func since(name string, server version.Server) (string, bool) {
	switch name[0] {
	case '1':
		return name[1:], server.Has(version.NewTables41)
	case '2':
		return name[1:], server.Has(version.NewTables50)
	}
	return name, true
}

// Since is what a release has that has this table of Cassandra's own, or this column of it,
// where not every release has it, and 0 else.
func Since(keyspace, table, column string) version.Feature {
	mark := func(text, name string) version.Feature {
		switch {
		case strings.Contains(text, "1"+name):
			return version.NewTables41
		case strings.Contains(text, "2"+name):
			return version.NewTables50
		}
		return 0
	}
	name := keyspace + "." + table + " "
	if column == "" {
		return mark(systemColumns, name)
	}
	_, line, _ := strings.Cut(systemColumns, name)
	line, _, _ = strings.Cut(line, "\n")
	return mark(line, column+" ")
}

// systemParams sets what the tables of a keyspace of Cassandra's own have in common, and
// what few have not.
func (t *Table) systemParams() {
	p := &t.Params
	switch t.Keyspace {
	case "system":
		p.GCGrace, p.MemtableFlushPeriod = 0, hour
	case "system_schema":
		p.GCGrace, p.MemtableFlushPeriod = 7*day, hour
	case "system_auth":
		p.GCGrace = 90 * day
	case "system_traces", "system_views", "system_virtual_schema":
		p.GCGrace = 0
	}
	switch t.Name {
	case "batches":
		p.Compaction = []Option{{"class", "SizeTieredCompactionStrategy"}, {"max_threshold", "32"}, {"min_threshold", "2"}}
	case "paxos":
		p.Compaction = []Option{{"class", "LeveledCompactionStrategy"}, {"max_threshold", "32"}, {"min_threshold", "4"}}
	case "compaction_history":
		p.DefaultTTL = 7 * day
	case "parent_repair_history", "repair_history":
		p.Compaction = []Option{{"class", "TimeWindowCompactionStrategy"}, {"compaction_window_size", "1"}, {"compaction_window_unit", "DAYS"}, {"max_threshold", "32"}, {"min_threshold", "4"}}
		p.DefaultTTL = 30 * day
	}
}

const (
	hour = 3600 * 1000 // ms
	day  = 24 * 3600   // s
)

// systemType reads a type such as map<text,frozen<list<int>>> and returns what
// stands behind it.
func systemType(s string, frozen bool, server version.Server) (*cqltype.Type, string) {
	end := strings.IndexAny(s, "<,>")
	if end < 0 {
		end = len(s)
	}
	word, rest := s[:end], s[end:]
	if word == "timeuuid1" {
		if word = "timeuuid"; !server.Has(version.NewTables41) {
			word = "uuid"
		}
	}
	if !strings.HasPrefix(rest, "<") {
		return cqltype.Native(word), rest
	}
	if word == "frozen" {
		t, rest := systemType(rest[1:], true, server)
		return t, rest[1:]
	}
	t := &cqltype.Type{Frozen: frozen}
	switch word {
	case "list":
		t.Kind = cqltype.List
	case "set":
		t.Kind = cqltype.Set
	case "map":
		t.Kind = cqltype.Map
	case "tuple":
		t.Kind, t.Frozen = cqltype.Tuple, true
	}
	for rest[0] != '>' {
		var e *cqltype.Type
		e, rest = systemType(rest[1:], t.Frozen, server)
		t.Elems = append(t.Elems, e)
	}
	return t, rest[1:]
}

// systemColumns lists the tables of Cassandra's own keyspaces in release 5.0.8,
// one a line, as system_schema.columns and system_virtual_schema.columns show
// them: * marks the partition key, > and < clustering columns in ascending and
// descending order, = static columns; behind | stands the comment. What begins with
// 1 or 2 is there since 4.1 or since 5.0; timeuuid1 is a uuid before 4.1.
const systemColumns = `
system.IndexInfo *table_name text; >index_name text; value blob | built column indexes
system.available_ranges *keyspace_name text; ranges set<blob> | available keyspace/ranges during bootstrap/replace that are ready to be served
system.available_ranges_v2 *keyspace_name text; full_ranges set<blob>; transient_ranges set<blob> | available keyspace/ranges during bootstrap/replace that are ready to be served
system.batches *id timeuuid; mutations list<blob>; version int | batches awaiting replay
system.built_views *keyspace_name text; >view_name text; status_replicated boolean | built views
system.compaction_history *id timeuuid1; bytes_in bigint; bytes_out bigint; columnfamily_name text; compacted_at timestamp; 2compaction_properties frozen<map<text,text>>; keyspace_name text; rows_merged map<int,bigint> | week-long compaction history
system.local *key text; bootstrapped text; broadcast_address inet; broadcast_port int; cluster_name text; cql_version text; data_center text; gossip_generation int; host_id uuid; listen_address inet; listen_port int; native_protocol_version text; partitioner text; rack text; release_version text; rpc_address inet; rpc_port int; schema_version uuid; tokens set<text>; truncated_at map<uuid,blob> | information about the local node
system.paxos *row_key blob; >cf_id uuid; in_progress_ballot timeuuid; 1in_progress_read_ballot timeuuid; most_recent_commit blob; most_recent_commit_at timeuuid; most_recent_commit_version int; proposal blob; proposal_ballot timeuuid; proposal_version int | in-progress paxos proposals
1system.paxos_repair_history *keyspace_name text; >table_name text; points frozen<list<frozen<tuple<blob,timeuuid>>>> | paxos repair history
system.peer_events *peer inet; hints_dropped map<timeuuid1,int> | events related to peers
system.peer_events_v2 *peer inet; >peer_port int; hints_dropped map<timeuuid1,int> | events related to peers
system.peers *peer inet; data_center text; host_id uuid; preferred_ip inet; rack text; release_version text; rpc_address inet; schema_version uuid; tokens set<text> | information about known peers in the cluster
system.peers_v2 *peer inet; >peer_port int; data_center text; host_id uuid; native_address inet; native_port int; preferred_ip inet; preferred_port int; rack text; release_version text; schema_version uuid; tokens set<text> | information about known peers in the cluster
system.prepared_statements *prepared_id blob; logged_keyspace text; query_string text | prepared statements
system.repairs *parent_id timeuuid; cfids set<uuid>; coordinator inet; coordinator_port int; last_update timestamp; participants set<inet>; participants_wp set<text>; ranges set<blob>; repaired_at timestamp; started_at timestamp; state int | repairs
system.size_estimates *keyspace_name text; >table_name text; >range_start text; >range_end text; mean_partition_size bigint; partitions_count bigint | per-table primary range size estimates, table is deprecated in favor of table_estimates
system.sstable_activity *keyspace_name text; *columnfamily_name text; *generation int; rate_120m double; rate_15m double | historic sstable read rates
1system.sstable_activity_v2 *keyspace_name text; *table_name text; *id text; rate_120m double; rate_15m double | historic sstable read rates
system.table_estimates *keyspace_name text; >table_name text; >range_type text; >range_start text; >range_end text; mean_partition_size bigint; partitions_count bigint | per-table range size estimates
1system.top_partitions *keyspace_name text; >table_name text; >top_type text; last_update timestamp; top frozen<list<frozen<tuple<text,bigint>>>> | Stores the top partitions
system.transferred_ranges *operation text; *keyspace_name text; >peer inet; ranges set<blob> | record of transferred ranges for streaming operation
system.transferred_ranges_v2 *operation text; *keyspace_name text; >peer inet; >peer_port int; ranges set<blob> | record of transferred ranges for streaming operation
system.view_builds_in_progress *keyspace_name text; >view_name text; >start_token text; >end_token text; keys_built bigint; last_token text | views builds current progress
2system_auth.cidr_groups *cidr_group text; cidrs frozen<set<frozen<tuple<inet,smallint>>>> | cidr groups to cidrs mapping
2system_auth.cidr_permissions *role text; cidr_groups frozen<set<text>> | user cidr permissions
2system_auth.identity_to_role *identity text; role text | mtls authorized identities lookup table
system_auth.network_permissions *role text; dcs frozen<set<text>> | user network permissions
system_auth.resource_role_permissons_index *resource text; >role text | index of db roles with permissions granted on a resource
system_auth.role_members *role text; >member text | role memberships lookup table
system_auth.role_permissions *role text; >resource text; permissions set<text> | permissions granted to db roles
system_auth.roles *role text; can_login boolean; is_superuser boolean; member_of set<text>; salted_hash text | role definitions
system_distributed.parent_repair_history *parent_id timeuuid; columnfamily_names set<text>; exception_message text; exception_stacktrace text; finished_at timestamp; keyspace_name text; options map<text,text>; requested_ranges set<text>; started_at timestamp; successful_ranges set<text> | Repair history
1system_distributed.partition_denylist *ks_name text; *table_name text; >key blob | Partition keys which have been denied access
system_distributed.repair_history *keyspace_name text; *columnfamily_name text; >id timeuuid; coordinator inet; coordinator_port int; exception_message text; exception_stacktrace text; finished_at timestamp; parent_id timeuuid; participants set<inet>; participants_v2 set<text>; range_begin text; range_end text; started_at timestamp; status text | Repair history
system_distributed.view_build_status *keyspace_name text; *view_name text; >host_id uuid; status text | Materialized View build status
system_schema.aggregates *keyspace_name text; >aggregate_name text; >argument_types frozen<list<text>>; final_func text; initcond text; return_type text; state_func text; state_type text | user defined aggregate definitions
2system_schema.column_masks *keyspace_name text; >table_name text; >column_name text; function_argument_nulls frozen<list<boolean>>; function_argument_types frozen<list<text>>; function_argument_values frozen<list<text>>; function_keyspace text; function_name text | column dynamic data masks
system_schema.columns *keyspace_name text; >table_name text; >column_name text; clustering_order text; column_name_bytes blob; kind text; position int; type text | column definitions
system_schema.dropped_columns *keyspace_name text; >table_name text; >column_name text; dropped_time timestamp; kind text; type text | dropped column registry
system_schema.functions *keyspace_name text; >function_name text; >argument_types frozen<list<text>>; argument_names frozen<list<text>>; body text; called_on_null_input boolean; language text; return_type text | user defined function definitions
system_schema.indexes *keyspace_name text; >table_name text; >index_name text; kind text; options frozen<map<text,text>> | secondary index definitions
system_schema.keyspaces *keyspace_name text; durable_writes boolean; replication frozen<map<text,text>> | keyspace definitions
system_schema.tables *keyspace_name text; >table_name text; additional_write_policy text; 2allow_auto_snapshot boolean; bloom_filter_fp_chance double; caching frozen<map<text,text>>; cdc boolean; comment text; compaction frozen<map<text,text>>; compression frozen<map<text,text>>; crc_check_chance double; dclocal_read_repair_chance double; default_time_to_live int; extensions frozen<map<text,blob>>; flags frozen<set<text>>; gc_grace_seconds int; id uuid; 2incremental_backups boolean; max_index_interval int; 1memtable text; memtable_flush_period_in_ms int; min_index_interval int; read_repair text; read_repair_chance double; speculative_retry text | table definitions
system_schema.triggers *keyspace_name text; >table_name text; >trigger_name text; options frozen<map<text,text>> | trigger definitions
system_schema.types *keyspace_name text; >type_name text; field_names frozen<list<text>>; field_types frozen<list<text>> | user defined type definitions
system_schema.views *keyspace_name text; >view_name text; additional_write_policy text; 2allow_auto_snapshot boolean; base_table_id uuid; base_table_name text; bloom_filter_fp_chance double; caching frozen<map<text,text>>; cdc boolean; comment text; compaction frozen<map<text,text>>; compression frozen<map<text,text>>; crc_check_chance double; dclocal_read_repair_chance double; default_time_to_live int; extensions frozen<map<text,blob>>; gc_grace_seconds int; id uuid; include_all_columns boolean; 2incremental_backups boolean; max_index_interval int; 1memtable text; memtable_flush_period_in_ms int; min_index_interval int; read_repair text; read_repair_chance double; speculative_retry text; where_clause text | view definitions
system_traces.events *session_id uuid; >event_id timeuuid; activity text; source inet; source_elapsed int; source_port int; thread text | tracing events
system_traces.sessions *session_id uuid; client inet; command text; coordinator inet; coordinator_port int; duration int; parameters map<text,text>; request text; started_at timestamp | tracing sessions
1system_views.batch_metrics *name text; max bigint; p50th double; p999th double; p99th double | Metrics specific to batch statements
system_views.caches *name text; capacity_bytes bigint; entry_count int; hit_count bigint; hit_ratio double; recent_hit_rate_per_second bigint; recent_request_rate_per_second bigint; request_count bigint; size_bytes bigint | system caches
2system_views.cidr_filtering_metrics_counts *name text; value bigint | Count metrics specific to CIDR filtering
2system_views.cidr_filtering_metrics_latencies *name text; max double; p50th double; p95th double; p999th double; p99th double | Latency metrics specific to CIDR filtering
system_views.clients *address inet; >port int; 1client_options frozen<map<text,text>>; connection_stage text; driver_name text; driver_version text; hostname text; 2keyspace_name text; protocol_version int; request_count bigint; ssl_cipher_suite text; ssl_enabled boolean; ssl_protocol text; username text | currently connected clients
system_views.coordinator_read_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
system_views.coordinator_scan_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
system_views.coordinator_write_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
1system_views.cql_metrics *name text; value double | Metrics specific to CQL prepared statement caching
1system_views.credentials_cache_keys *role text | keys in the credentials cache
system_views.disk_usage *keyspace_name text; *table_name text; mebibytes bigint
1system_views.gossip_info *address inet; >port int; dc text; dc_version int; disk_usage text; disk_usage_version int; generation int; heartbeat int; host_id text; host_id_version int; hostname text; 2index_status text; 2index_status_version int; internal_address_and_port text; internal_address_and_port_version int; internal_ip text; internal_ip_version int; load text; load_version int; native_address_and_port text; native_address_and_port_version int; net_version text; net_version_version int; rack text; rack_version int; release_version text; release_version_version int; removal_coordinator text; removal_coordinator_version int; rpc_address text; rpc_address_version int; rpc_ready text; rpc_ready_version int; schema text; schema_version int; severity text; severity_version int; sstable_versions text; sstable_versions_version int; status text; status_version int; status_with_port text; status_with_port_version int; tokens_version int; x1 text; x10 text; x10_version int; x1_version int; x2 text; x2_version int; x3 text; x3_version int; x4 text; x4_version int; x5 text; x5_version int; x6 text; x6_version int; x7 text; x7_version int; x8 text; x8_version int; x9 text; x9_version int; x_11_padding text; x_11_padding_version int | lists the gossip information for the cluster
system_views.internode_inbound *address inet; *port int; >dc text; >rack text; corrupt_frames_recovered bigint; corrupt_frames_unrecovered bigint; error_bytes bigint; error_count bigint; expired_bytes bigint; expired_count bigint; processed_bytes bigint; processed_count bigint; received_bytes bigint; received_count bigint; scheduled_bytes bigint; scheduled_count bigint; throttled_count bigint; throttled_nanos bigint; using_bytes bigint; using_reserve_bytes bigint
system_views.internode_outbound *address inet; *port int; >dc text; >rack text; active_connections bigint; connection_attempts bigint; error_bytes bigint; error_count bigint; expired_bytes bigint; expired_count bigint; overload_bytes bigint; overload_count bigint; pending_bytes bigint; pending_count bigint; sent_bytes bigint; sent_count bigint; successful_connection_attempts bigint; using_bytes bigint; using_reserve_bytes bigint
1system_views.jmx_permissions_cache_keys *role text | keys in the JMX permissions cache
system_views.local_read_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
system_views.local_scan_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
system_views.local_write_latency *keyspace_name text; *table_name text; count bigint; max_ms double; p50th_ms double; p99th_ms double; per_second double
system_views.max_partition_size *keyspace_name text; *table_name text; mebibytes bigint
2system_views.max_sstable_duration *keyspace_name text; *table_name text; max_sstable_duration bigint
2system_views.max_sstable_size *keyspace_name text; *table_name text; mebibytes bigint
1system_views.network_permissions_cache_keys *role text | keys in the network permissions cache
1system_views.pending_hints *host_id uuid; address inet; dc text; files int; newest timestamp; oldest timestamp; port int; rack text; status text | Pending hints that this node has for other nodes
1system_views.permissions_cache_keys *role text; *resource text | keys in the permissions cache
1system_views.queries *thread_id text; queued_micros bigint; running_micros bigint; task text | Lists currently running queries
1system_views.repair_jobs *id uuid; completed boolean; duration_millis bigint; failure_cause text; keyspace_name text; last_updated_at timestamp; participants frozen<list<text>>; ranges frozen<list<text>>; repair_id timeuuid; session_id timeuuid; state_failure_timestamp timestamp; state_init_timestamp timestamp; state_skipped_timestamp timestamp; state_snapshot_complete_timestamp timestamp; state_snapshot_start_timestamp timestamp; state_start_timestamp timestamp; state_stream_start_timestamp timestamp; state_success_timestamp timestamp; state_validation_complete_timestamp timestamp; state_validation_start_timestamp timestamp; status text; success_message text; table_name text | Repair job
1system_views.repair_participates *id timeuuid; completed boolean; duration_millis bigint; failure_cause text; global boolean; incremental boolean; initiator text; last_updated_at timestamp; preview_kind text; ranges frozen<list<text>>; repaired_at timestamp; state_failure_timestamp timestamp; state_init_timestamp timestamp; state_skipped_timestamp timestamp; state_success_timestamp timestamp; success_message text; tables frozen<set<text>>; validations frozen<set<uuid>> | Repair participate summary
1system_views.repair_sessions *id timeuuid; completed boolean; duration_millis bigint; failure_cause text; jobs frozen<set<uuid>>; keyspace_name text; last_updated_at timestamp; participants frozen<list<text>>; ranges frozen<list<text>>; repair_id timeuuid; state_failure_timestamp timestamp; state_init_timestamp timestamp; state_jobs_start_timestamp timestamp; state_skipped_timestamp timestamp; state_start_timestamp timestamp; state_success_timestamp timestamp; status text; success_message text; table_names frozen<list<text>> | Repair session
1system_views.repair_validations *id uuid; bytes_read bigint; completed boolean; duration_millis bigint; estimated_partitions bigint; estimated_total_bytes bigint; failure_cause text; initiator text; keyspace_name text; last_updated_at timestamp; partitions_processed bigint; progress_percentage float; ranges frozen<list<text>>; repair_id timeuuid; session_id timeuuid; 2state_accept_timestamp timestamp; state_failure_timestamp timestamp; state_init_timestamp timestamp; state_sending_trees_timestamp timestamp; state_skipped_timestamp timestamp; state_start_timestamp timestamp; state_success_timestamp timestamp; status text; success_message text; table_name text | Repair validation
1system_views.repairs *id timeuuid; command_id int; completed boolean; duration_millis bigint; failure_cause text; keyspace_name text; last_updated_at timestamp; options_column_families frozen<set<text>>; options_data_centers frozen<set<text>>; options_force_repair boolean; options_hosts frozen<set<text>>; options_ignore_unreplicated_keyspaces boolean; options_incremental boolean; options_job_threads int; options_optimise_streams boolean; options_parallelism text; options_preview_kind text; options_primary_range boolean; options_pull_repair boolean; options_ranges frozen<set<text>>; options_subrange_repair boolean; options_trace boolean; participants frozen<list<text>>; ranges frozen<list<frozen<list<text>>>>; sessions frozen<set<timeuuid>>; state_failure_timestamp timestamp; state_init_timestamp timestamp; state_prepare_complete_timestamp timestamp; state_prepare_start_timestamp timestamp; state_repair_complete_timestamp timestamp; state_repair_start_timestamp timestamp; state_setup_timestamp timestamp; state_skipped_timestamp timestamp; state_start_timestamp timestamp; state_success_timestamp timestamp; status text; success_message text; table_names frozen<list<text>>; type text; unfiltered_ranges frozen<list<frozen<list<text>>>> | Repair summary
1system_views.roles_cache_keys *role text | keys in the roles cache
system_views.rows_per_read *keyspace_name text; *table_name text; count bigint; max double; p50th double; p99th double
2system_views.sai_column_indexes *keyspace_name text; >index_name text; analyzer text; column_name text; is_building boolean; is_queryable boolean; is_string boolean; table_name text | Storage-attached column index metadata
2system_views.sai_sstable_index_segments *keyspace_name text; >index_name text; >sstable_name text; >segment_row_id_offset bigint; cell_count bigint; column_name text; component_metadata frozen<map<text,frozen<map<text,text>>>>; end_token text; max_sstable_row_id bigint; max_term text; min_sstable_row_id bigint; min_term text; start_token text; table_name text | SSTable index segment metadata
2system_views.sai_sstable_indexes *keyspace_name text; >index_name text; >sstable_name text; cell_count bigint; column_name text; end_token text; format_version text; max_row_id bigint; min_row_id bigint; per_column_disk_size bigint; per_table_disk_size bigint; start_token text; table_name text | SSTable index metadata
system_views.settings *name text; value text | current settings
2system_views.snapshots *name text; >keyspace_name text; >table_name text; created_at timestamp; ephemeral boolean; expires_at timestamp; size_on_disk bigint; true_size bigint | available snapshots
system_views.sstable_tasks *keyspace_name text; >table_name text; >task_id timeuuid1; completion_ratio double; kind text; progress bigint; 1sstables int; 2target_directory text; total bigint; unit text | current sstable tasks
1system_views.streaming *id timeuuid; bytes_received bigint; bytes_sent bigint; bytes_to_receive bigint; bytes_to_send bigint; duration_millis bigint; failure_cause text; files_received bigint; files_sent bigint; files_to_receive bigint; files_to_send bigint; follower boolean; last_updated_at timestamp; operation text; peers frozen<list<text>>; progress_percentage float; status text; status_failure_timestamp timestamp; status_init_timestamp timestamp; status_start_timestamp timestamp; status_success_timestamp timestamp; success_message text
2system_views.system_logs *timestamp timestamp; >order_in_millisecond int; level text; logger text; message text | Cassandra logs
system_views.system_properties *name text; value text | Cassandra relevant system properties
system_views.thread_pools *name text; active_tasks int; active_tasks_limit int; blocked_tasks bigint; blocked_tasks_all_time bigint; completed_tasks bigint; pending_tasks int
system_views.tombstones_per_read *keyspace_name text; *table_name text; count bigint; max double; p50th double; p99th double
system_virtual_schema.columns *keyspace_name text; >table_name text; >column_name text; clustering_order text; column_name_bytes blob; kind text; position int; type text | virtual column definitions
system_virtual_schema.keyspaces *keyspace_name text | virtual keyspace definitions
system_virtual_schema.tables *keyspace_name text; >table_name text; comment text | virtual table definitions`
