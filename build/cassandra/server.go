// Package cassandra runs a real Apache Cassandra, 5.0.8 or an older one, and talks
// to it. The server is the judge of everything the core claims: conformance runs
// send the same statements to both.
//
// It needs Java 17 and Maven; the server itself is a Maven artifact.
package cassandra

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Version is the release of Cassandra that judges where none is named.
const Version = "5.0.8"

// A release is what starts differently from line to line of releases.
type release struct {
	version string
	formats []string // that a flush can write
	yaml    []string // lines of cassandra.yaml beside those that every line understands
	off     []string // what the shipped file turns off, and we on
	flags   []string // for Java
}

// Lines of cassandra.yaml since 4.1.
const (
	syncPeriod = "commitlog_sync_period: 10000ms"
	memtables  = "memtable: { configurations: { skiplist: { class_name: SkipListMemtable }, trie: { class_name: TrieMemtable }, default: { inherits: skiplist } } }" // as shipped since 5.0
)

var disabled = []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"}

var releases = map[string]release{
	"5.0": {Version, []string{"nb", "oa", "da"}, []string{syncPeriod, memtables}, disabled, nil},
	"4.1": {"4.1.10", []string{"nb"}, []string{syncPeriod}, disabled, older},
	"4.0": {"4.0.19", []string{"nb"}, []string{"commitlog_sync_period_in_ms: 10000"}, []string{"enable_materialized_views", "enable_sasi_indexes", "enable_user_defined_functions"}, older},
}

// older lets releases before 5.0, which were made for Java 11, run on 17: they count
// the bytes of objects by an agent that looks into them, and put a manager before
// functions of users.
var older = []string{"-javaagent:%s/lib/jamm-0.3.2.jar", "-Djava.security.manager=allow",
	"--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
	"--add-exports=java.management/com.sun.jmx.remote.security=ALL-UNNAMED",
	opened("java.util.concurrent"), opened("java.util.concurrent.atomic"), opened("java.util.concurrent.locks"), opened("java.util.regex"),
	opened("java.net"), opened("java.math"), opened("java.nio.charset"), opened("sun.nio.cs"), opened("java.lang.invoke"), opened("java.time")}

func opened(pkg string) string { return "--add-opens=java.base/" + pkg + "=ALL-UNNAMED" }

func releaseOf(line string) (release, error) {
	if line == "" {
		line = "5.0"
	}
	r, ok := releases[line]
	if !ok {
		return r, fmt.Errorf("there is no server %q to start: 5.0, 4.1 and 4.0 are", line)
	}
	return r, nil
}

// Release is the release that is started for a line of releases such as 4.1; "" is the newest.
func Release(line string) (string, error) {
	r, err := releaseOf(line)
	return r.version, err
}

// Formats are the SSTable formats that a server of a line writes.
func Formats(line string) []string { return releases[cmp.Or(line, "5.0")].formats }

// Jars returns the folder with the jars of a release, and fills it by Maven if it is
// not there yet.
func Jars(ctx context.Context, version string) (string, error) {
	base := os.Getenv("PARTITIONLAB_CACHE")
	if base == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(cache, "partitionlab")
	}
	dir := filepath.Join(base, "cassandra-"+version)
	if _, err := os.Stat(filepath.Join(dir, "complete")); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	pom := `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>partitionlab</groupId><artifactId>judge</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.cassandra</groupId><artifactId>cassandra-all</artifactId><version>` + version + `</version></dependency></dependencies>
</project>`
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte(pom), 0o644); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot get Cassandra %s by Maven: %w\n%s", version, err, out)
	}
	return dir, os.WriteFile(filepath.Join(dir, "complete"), nil, 0o644)
}

// Options choose how a server runs.
type Options struct {
	// Server is the line of releases, such as "4.1"; the newest if empty.
	Server string
	// Format is the SSTable format of a flush: "nb" (as shipped), "oa" or "da".
	Format string
	// Yaml holds more lines for cassandra.yaml; a key given here replaces ours.
	Yaml string
	// Shipped leaves views, SASI and functions disabled, as the shipped file does.
	Shipped bool
	// Heap is Java's maximum heap, "2g" if empty.
	Heap string
}

// A Server is a running Cassandra of one node on loopback ports of its own.
type Server struct {
	Addr string // of the native protocol
	Line string // of releases, as in Options.Server
	Dir  string // everything it writes
	jars string
	jmx  int
	cmd  *exec.Cmd
	done chan struct{}
}

func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// JavaFlags are what Cassandra needs on Java 17.
func JavaFlags() []string {
	flags := []string{"-Djdk.attach.allowAttachSelf=true", "-Dio.netty.tryReflectionSetAccessible=true"}
	for _, x := range strings.Fields(`java.base/jdk.internal.misc java.management.rmi/com.sun.jmx.remote.internal.rmi java.rmi/sun.rmi.registry
		java.rmi/sun.rmi.server java.sql/java.sql java.base/java.lang.ref jdk.unsupported/sun.misc`) {
		flags = append(flags, "--add-exports", x+"=ALL-UNNAMED")
	}
	for _, x := range strings.Fields(`java.lang.module jdk.internal.loader jdk.internal.ref jdk.internal.reflect jdk.internal.math jdk.internal.module
		jdk.internal.util.jar sun.nio.ch java.io java.lang java.lang.reflect java.util java.nio`) {
		flags = append(flags, "--add-opens", "java.base/"+x+"=ALL-UNNAMED")
	}
	return append(flags, "--add-opens", "jdk.management/com.sun.management.internal=ALL-UNNAMED")
}

func (o Options) yaml(r release, dir string, native, storage int) string {
	mode, format := "CASSANDRA_4", "big"
	switch o.Format {
	case "oa":
		mode = "NONE"
	case "da":
		mode, format = "NONE", "bti"
	}
	lines := []string{
		"cluster_name: judge", "num_tokens: 1", "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
		"commitlog_sync: periodic",
		fmt.Sprintf("seed_provider: [ { class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [ { seeds: \"127.0.0.1:%d\" } ] } ]", storage),
		"listen_address: 127.0.0.1", "rpc_address: 127.0.0.1", "endpoint_snitch: SimpleSnitch", "start_native_transport: true",
		fmt.Sprintf("native_transport_port: %d", native), fmt.Sprintf("storage_port: %d", storage), "auto_snapshot: false",
		"data_file_directories: [ " + dir + "/data ]", "commitlog_directory: " + dir + "/commitlog",
		"hints_directory: " + dir + "/hints", "saved_caches_directory: " + dir + "/saved_caches", "cdc_raw_directory: " + dir + "/cdc",
	}
	lines = append(lines, r.yaml...)
	if len(r.formats) > 1 {
		lines = append(lines, "storage_compatibility_mode: "+mode, "sstable: { selected_format: "+format+" }")
	}
	if !o.Shipped {
		for _, key := range r.off {
			lines = append(lines, key+": true")
		}
	}
	own := map[string]bool{}
	for _, l := range strings.Split(o.Yaml, "\n") {
		if key, _, ok := strings.Cut(l, ":"); ok && key == strings.TrimSpace(key) {
			own[key] = true
		}
	}
	var b strings.Builder
	for _, l := range lines {
		if key, _, _ := strings.Cut(l, ":"); !own[key] {
			b.WriteString(l + "\n")
		}
	}
	return b.String() + o.Yaml + "\n"
}

//go:embed Judge.java
var judge []byte

const logback = `<configuration><appender name="FILE" class="ch.qos.logback.core.FileAppender"><file>%s/system.log</file>
<encoder><pattern>%%-5level %%d{HH:mm:ss} %%logger{0} %%msg%%n</pattern></encoder></appender>
<root level="WARN"><appender-ref ref="FILE"/></root></configuration>`

// Start starts a server on an empty folder and returns when it answers.
func Start(ctx context.Context, o Options) (*Server, error) {
	r, err := releaseOf(o.Server)
	if err != nil {
		return nil, err
	}
	if o.Format != "" && !slices.Contains(r.formats, o.Format) {
		return nil, fmt.Errorf("Cassandra %s writes no SSTables of format %q: %s", r.version, o.Format, strings.Join(r.formats, ", "))
	}
	jars, err := Jars(ctx, r.version)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "cassandra-")
	if err != nil {
		return nil, err
	}
	ports, err := freePorts(3)
	if err != nil {
		return nil, err
	}
	s := &Server{Line: o.Server, Addr: fmt.Sprintf("127.0.0.1:%d", ports[0]), Dir: dir, jars: jars, jmx: ports[2], done: make(chan struct{})}
	conf := filepath.Join(dir, "cassandra.yaml")
	if err := errors.Join(
		os.WriteFile(conf, []byte(o.yaml(r, dir, ports[0], ports[1])), 0o644),
		os.WriteFile(filepath.Join(dir, "logback.xml"), fmt.Appendf(nil, logback, dir), 0o644),
		os.WriteFile(filepath.Join(dir, "Judge.java"), judge, 0o644)); err != nil {
		return nil, err
	}
	heap := o.Heap
	if heap == "" {
		heap = "2g"
	}
	args := append([]string{"-Xms512m", "-Xmx" + heap, "-XX:+UseSerialGC", "-XX:-OmitStackTraceInFastThrow"}, JavaFlags()...)
	for _, f := range r.flags {
		args = append(args, strings.Replace(f, "%s", jars, 1))
	}
	args = append(args, "-Dcassandra.config=file://"+conf, "-Dcassandra.storagedir="+dir, "-Dcassandra-foreground=yes",
		"-Dcassandra.ring_delay_ms=100", "-Dcassandra.skip_wait_for_gossip_to_settle=0", "-Dcassandra.superuser_setup_delay_ms=0",
		// no flush to disk at each schema change: nothing here is kept
		"-Dcassandra.test.flush_local_schema_changes=false", "-Dcassandra.unsafesystem=true", "-Dcassandra.skip_sync=true",
		fmt.Sprintf("-Dcassandra.jmx.local.port=%d", s.jmx), "-Dlogback.configurationFile=file://"+dir+"/logback.xml",
		"-cp", jars+"/lib/*", filepath.Join(dir, "Judge.java"))
	s.cmd = exec.Command("java", args...)
	var out bytes.Buffer
	s.cmd.Stdout, s.cmd.Stderr = &out, &out
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { s.cmd.Wait(); close(s.done) }()
	deadline := time.Now().Add(5 * time.Minute)
	for time.Now().Before(deadline) {
		select {
		case <-s.done:
			os.RemoveAll(dir)
			return nil, fmt.Errorf("Cassandra ended while it started:\n%s", out.String())
		case <-ctx.Done():
			s.Stop()
			return nil, ctx.Err()
		case <-time.After(150 * time.Millisecond):
		}
		if c, err := Dial(s.Addr); err == nil {
			c.Close()
			return s, nil
		}
	}
	s.Stop()
	return nil, errors.New("Cassandra did not answer within five minutes")
}

// Stop ends the server and removes its files.
func (s *Server) Stop() {
	s.cmd.Process.Kill()
	<-s.done
	os.RemoveAll(s.Dir)
}

// Nodetool runs a nodetool command against the server.
func (s *Server) Nodetool(ctx context.Context, args ...string) (string, error) {
	all := append(JavaFlags(), "-Dcassandra.config=file://"+filepath.Join(s.Dir, "cassandra.yaml"),
		"-Dlogback.configurationFile=file://"+s.Dir+"/logback.xml", "-cp", s.jars+"/lib/*",
		"org.apache.cassandra.tools.NodeTool", "-h", "127.0.0.1", "-p", fmt.Sprint(s.jmx))
	out, err := exec.CommandContext(ctx, "java", append(all, args...)...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("nodetool %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// DataFiles returns the Data.db files of a keyspace's tables, by table name.
func (s *Server) DataFiles(keyspace string) (map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(s.Dir, "data", keyspace, "*", "*-Data.db"))
	out := map[string][]string{}
	for _, f := range files {
		table, _, _ := strings.Cut(filepath.Base(filepath.Dir(f)), "-")
		out[table] = append(out[table], f)
	}
	return out, err
}
