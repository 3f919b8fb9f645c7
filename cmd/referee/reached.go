package main

import (
	"fmt"
	"net"
	"os"
	"os/user"
	"strconv"
	"strings"

	"referee/engine"
)

// tableAddress is where a table listens: as set, or at a free port of this machine alone. In a
// container, whose own loopback nobody outside of it reaches, it is a port of all its addresses.
func tableAddress(set string, container bool) string {
	switch {
	case set != "":
		return set
	case container:
		return "0.0.0.0:0"
	}
	return "127.0.0.1:0"
}

// inContainer reports whether this process runs in a container, by the files that Docker and Podman
// put there.
func inContainer() bool {
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(mark); err == nil {
			return true
		}
	}
	return false
}

// ownNames are the names, beside its addresses, under which this machine is asked for a board: those that it calls itself
// in its network, and the one that it is said to listen at.
func ownNames(set string) []string {
	var out []string
	if name, err := os.Hostname(); err == nil {
		out = append(out, name, name+".local")
	}
	if host, _, err := net.SplitHostPort(set); err == nil {
		out = append(out, host)
	}
	return out
}

// links are the addresses of what a listener serves: for whoever sits here, and those for others in
// the same networks, of which own are this machine's addresses.
func links(at net.Addr, own []net.Addr, path string) (here string, others []string) {
	tcp, ok := at.(*net.TCPAddr)
	if !ok { // no listener of TCP has another
		return "http://" + at.String() + path, nil
	}
	link := func(ip net.IP) string {
		return "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(tcp.Port)) + path
	}
	if !tcp.IP.IsUnspecified() {
		return link(tcp.IP), nil
	}
	for _, a := range own {
		if of, ok := a.(*net.IPNet); ok && of.IP.To4() != nil && of.IP.IsGlobalUnicast() {
			others = append(others, link(of.IP))
		}
	}
	return link(net.IPv4(127, 0, 0, 1)), others
}

// isLoopback reports whether this machine alone reaches an address.
func isLoopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// howReached says, a sentence each, how else than by a browser of this machine a board is reached.
// ssh is SSH_CONNECTION: addresses and ports of both ends of the connection that this shell came by; "": by none.
func howReached(at net.Addr, others []string, container bool, ssh string) []engine.Msg {
	out := []engine.Msg{engine.Say("table.board.open")}
	if !isLoopback(at) {
		for _, link := range others {
			out = append(out, engine.Say("table.board.others", engine.Text("link", link)))
		}
		out = append(out, engine.Say("table.board.plain"))
	}
	port := at.String()[strings.LastIndex(at.String(), ":")+1:]
	if container && !isLoopback(at) {
		out = append(out, engine.Say("table.board.container", engine.Text("port", port)))
	}
	if ends := strings.Fields(ssh); len(ends) == 4 {
		out = append(out, engine.Say("table.board.ssh", engine.Text("command", tunnel(port, ends[2], ends[3]))))
	}
	return out
}

// tunnel is the command by which the other end of a connection of ssh reaches a port of this machine.
func tunnel(port, host, sshPort string) string {
	if me, err := user.Current(); err == nil {
		host = me.Username + "@" + host
	}
	if sshPort != "22" {
		host = "-p " + sshPort + " " + host
	}
	return fmt.Sprintf("ssh -N -L %s:127.0.0.1:%s %s", port, port, host)
}
