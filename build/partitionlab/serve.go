package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mdp/qrterminal/v3"

	"partitionlab/build"
	"partitionlab/build/project"
	"partitionlab/build/shrink"
)

const defaultAddr = "127.0.0.1:8080"

// serveCommand builds the site, serves it, and builds again whatever changes.
func serveCommand() *command {
	c := newCommand("serve", "[SITE]", "build the site, serve it, and build again what changes; or serve a site that was built, a zip or a folder")
	c.examples = []example{
		{"partitionlab serve", "for whoever writes chapters, on this machine only"},
		{"partitionlab serve -addr 0.0.0.0:8080", "for everybody in the room"},
		{"partitionlab serve -addr 0.0.0.0:8080 lab.zip", "the same without Go and without the sources: see build -zip"},
	}
	addr := c.flags.String("addr", defaultAddr, "`host:port` to listen at; 0.0.0.0:8080 is for everybody on the network")
	var hosts []string
	c.flags.Func("host", "`name` under which this server is asked, too, besides its addresses and localhost; may be given several times", func(s string) error {
		if s == "" || strings.ContainsAny(s, "/:[]") {
			return errors.New("write a name without port, such as lab.example.org")
		}
		hosts = append(hosts, strings.ToLower(s))
		return nil
	})
	steps := shrink.All
	c.flags.Var(&steps, "shrink", shrinkUsage)
	watch := c.flags.Bool("watch", true, "build again when a file changes, and reload open pages")
	c.run = func(args []string, std stdio) int {
		switch {
		case len(args) > 1:
			return c.wrong(std, "serve shows one site, not %d", len(args))
		case len(args) == 1:
			site, err := openSite(args[0])
			if err != nil {
				return c.wrong(std, "%s: %v", args[0], err)
			}
			listener, err := listen(*addr)
			if err != nil {
				return c.failed(std, err)
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			server := build.NewServer("")
			server.Hosts = hosts
			server.Show(site, nil)
			web := build.Web(server)
			web.ErrorLog = log.New(std.err, "", 0)
			go build.Serve(web, listener)
			defer web.Close()
			announce(std.colored(), isTerminal(std.terminal()), listener.Addr().(*net.TCPAddr))
			<-ctx.Done()
			return 0
		}
		root, err := build.FindRoot(".")
		if err != nil {
			return c.wrong(std, "%v", err)
		}
		listener, err := listen(*addr)
		if err != nil {
			return c.failed(std, err)
		}
		source, err := build.OpenSource(root)
		if err != nil {
			return c.failed(std, err)
		}
		builder, err := build.New(source, "", build.Program{})
		if err != nil {
			return c.failed(std, err)
		}

		builder.Offline, builder.Edge = !*watch, true
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		server := build.NewServer(strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(time.Now().UnixNano(), 36))
		server.Reload = *watch
		server.Hosts = hosts
		web := build.Web(server)
		web.ErrorLog = log.New(std.err, "", 0)
		web.BaseContext = func(net.Listener) context.Context { return ctx }
		go build.Serve(web, listener)
		defer web.Close()

		watcher := build.NewWatcher(root)
		program, err := build.CompileProgram(root, steps)
		if err != nil {
			fmt.Fprintln(std.err, err)
		}
		if program.Plain != nil {
			fmt.Fprintln(std.err, "warning:", program.Plain)
		}
		builder.SetProgram(program)
		show := func() {
			begin := time.Now()
			site, problems := builder.Build()
			server.Show(site, problems)
			for _, p := range problems {
				fmt.Fprintln(std.err, p)
			}
			fmt.Fprintf(std.out, "built %d pages in %s", len(site.Pages), time.Since(begin).Round(time.Millisecond))
			if len(problems) > 0 {
				fmt.Fprintf(std.out, ", %d problems", len(problems))
			}
			fmt.Fprintln(std.out)
		}
		show()
		announce(std.colored(), isTerminal(std.terminal()), listener.Addr().(*net.TCPAddr))

		if !*watch {
			<-ctx.Done()
			return 0
		}
		wait := build.Stillness
		for {
			select {
			case <-ctx.Done():
				return 0
			case <-time.After(wait):
			}
			var change build.Change
			switch change, wait = watcher.Look(); {
			case change.Code:
				// The core runs in this program too: compile it again and go on as the
				// new one, in the same process.
				fmt.Fprintln(std.out, "the code has changed: compiling")
				next := filepath.Join(root, ".cache", "partitionlab")
				cmd := exec.CommandContext(ctx, "go", "build", "-o", next, "./build/partitionlab")
				cmd.Dir = root
				if text, err := cmd.CombinedOutput(); err != nil {
					fmt.Fprintf(std.err, "%s\n", text)
					continue
				}
				if ctx.Err() != nil {
					return 0 // asked to stop while compiling
				}
				web.Close()
				again := []string{next, "serve", "-addr", listener.Addr().String(), "-shrink", steps.String()}
				for _, host := range hosts {
					again = append(again, "-host", host)
				}
				if err := syscall.Exec(next, again, os.Environ()); err != nil {
					return c.failed(std, err)
				}
			case change.Content:
				show()
			}
		}
	}
	return c
}

// listen takes the address; where the default one is taken, the next free port.
func listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	for port := 8081; errors.Is(err, syscall.EADDRINUSE) && addr == defaultAddr && port < 8090; port++ {
		listener, err = net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err == nil {
			return listener, nil
		}
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%s is taken by another program: choose another port with -addr", addr)
	}
	return listener, err
}

// openSite reads a site that was built: an archive or a folder.
func openSite(name string) (*build.Site, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return build.ReadSite(os.DirFS(name))
	}
	f, err := project.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, err
	}
	return build.ReadSite(z)
}

// announce says where the site is, and draws the room's address so that telephones read
// it. A terminal may be dark or light and its colors of its owner's choice: it is told
// black and white, as the cube of 256 colors has them, for a code with both exchanged is
// one that not every telephone reads. Elsewhere the drawing is for a dark page.
func announce(out io.Writer, terminal bool, at *net.TCPAddr) {
	room, all := addresses(at, outward())
	for _, address := range all {
		fmt.Fprintln(out, "the site is at", address)
	}
	if room == "" {
		return
	}
	fmt.Fprintf(out, "\nfor the room: %s\n", room)
	var code strings.Builder
	qrterminal.GenerateHalfBlock(room, qrterminal.L, &code)
	for line := range strings.Lines(code.String()) {
		if terminal {
			line = "\x1b[38;5;231;48;5;16m" + strings.TrimSuffix(line, "\n") + "\x1b[0m\n"
		}
		io.WriteString(out, line)
	}
}

// outward is the address by which this machine is known on the network that it uses, nil
// where it uses none. Nothing is sent: the system only chooses the way.
func outward() net.IP {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // RFC 5737: nobody has it
	if err != nil {
		return nil
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).IP
}

// addresses lists under which addresses a listener can be reached, and which of them
// others in the room use: that of the way outward, else the first of a network; "" where
// only this machine reaches it.
func addresses(a *net.TCPAddr, outward net.IP) (room string, all []string) {
	address := func(ip net.IP) string { return "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(a.Port)) + "/" }
	if !a.IP.IsUnspecified() {
		if !a.IP.IsLoopback() {
			room = address(a.IP)
		}
		return room, []string{address(a.IP)}
	}
	all = append(all, address(net.IPv4(127, 0, 0, 1)))
	interfaces, _ := net.InterfaceAddrs()
	for _, i := range interfaces {
		if ip, ok := i.(*net.IPNet); ok && !ip.IP.IsLoopback() && ip.IP.To4() != nil {
			all = append(all, address(ip.IP))
		}
	}
	if outward != nil && slices.Contains(all[1:], address(outward)) {
		room = address(outward)
	} else if len(all) > 1 {
		room = all[1]
	}
	return room, all
}
