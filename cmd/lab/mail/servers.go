package mail

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"text/template"
	"time"

	"github.com/emersion/go-smtp"

	"referee/bot/mail/server"
	"referee/bot/test/certificate"
	"referee/cmd/lab/program"
)

// servers are Dovecot and Postfix in a directory of their own, on loopback. What the system has of them is left alone.
type servers struct {
	Dir                          string
	IMAPPort, LMTPPort, SMTPPort int
	OutPort                      int // of the rest of the world, which refuses every mail once it has it
	AuthPort                     int
	Owner, Group, Host           string
	Domains, Users               []string // users are addresses
	Password                     string
	roots                        *x509.CertPool
	world                        *smtp.Server
	dovecot                      *exec.Cmd
	uid, gid, postfixUID         int
}

// files are the configurations. Dovecot refuses root as the owner of mail, so it runs as somebody else.
var files = map[string]string{
	"dovecot.conf": `base_dir = {{.Dir}}/run
state_dir = {{.Dir}}/state
log_path = {{.Dir}}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{{.Dir}}/cert.pem
ssl_key = <{{.Dir}}/key.pem
default_internal_user = {{.Owner}}
default_internal_group = {{.Group}}
default_login_user = {{.Owner}}
first_valid_uid = 0
mail_location = maildir:{{.Dir}}/mail/%u
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
auth_mechanisms = plain
passdb {
  driver = static
  args = password={{.Password}}
}
userdb {
  driver = static
  args = uid={{.Owner}} gid={{.Group}} home={{.Dir}}/mail/%u
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = {{.IMAPPort}}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    port = {{.LMTPPort}}
  }
}
service auth {
  inet_listener {
    port = {{.AuthPort}}
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
`,
	"postfix/main.cf": `compatibility_level = 3.6
queue_directory = {{.Dir}}/queue
data_directory = {{.Dir}}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {{.Dir}}/log/postfix.log
maillog_file_prefixes = {{.Dir}}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {{.Host}}
mydestination =
mynetworks =
alias_maps =
biff = no
recipient_delimiter = +
virtual_mailbox_domains = {{range .Domains}}{{.}} {{end}}
virtual_mailbox_maps = inline:{ {{- range $i, $u := .Users}}{{if $i}}, {{end}}{{$u}}=x{{end -}} }
virtual_transport = lmtp:inet:127.0.0.1:{{.LMTPPort}}
default_transport = smtp:[127.0.0.1]:{{.OutPort}}
smtp_tls_security_level = none
smtpd_tls_cert_file = {{.Dir}}/cert.pem
smtpd_tls_key_file = {{.Dir}}/key.pem
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{{.AuthPort}}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_client_connection_rate_limit = 0
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 5s
`,
	"postfix/master.cf": `127.0.0.1:{{.SMTPPort}} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
`,
}

// programs are files that both servers run, each with its package of Debian. Several packages
// have a part of Dovecot each, and one of them may be installed without another.
var programs = []struct{ file, of string }{
	{"/usr/sbin/dovecot", "dovecot-core"},
	{"/usr/lib/dovecot/imap", "dovecot-imapd"},
	{"/usr/lib/dovecot/lmtp", "dovecot-lmtpd"},
	{"/usr/sbin/postfix", "postfix"},
	{"/usr/lib/postfix/sbin/master", "postfix"},
}

// ready returns why the servers cannot run here: nobody but root may start Postfix, and
// exists must know every one of programs. It names all packages that are missing.
func ready(uid int, exists func(file string) bool) error {
	if uid != 0 {
		return errors.New("only root may run Postfix: run this as root, in a container or a machine of its own")
	}
	var missing []string
	for _, p := range programs {
		if !exists(p.file) && !slices.Contains(missing, p.of) {
			missing = append(missing, p.of)
		}
	}
	if missing == nil {
		return nil
	}
	packages := strings.Join(missing, " ")
	return fmt.Errorf("missing: %s; on Debian: apt-get install --no-install-recommends %s", packages, packages)
}

func onDisk(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// newServers writes the configurations; nothing runs yet.
func newServers(dir string, users ...string) (*servers, error) {
	s := &servers{Dir: dir, Owner: "nobody", Group: "nogroup", Host: "mx.club.test", Users: users, Password: "pw-of-the-lab"}
	for _, u := range users {
		_, domain, _ := strings.Cut(u, "@")
		s.Domains = append(s.Domains, domain)
	}
	var err error
	if s.uid, s.gid, err = ids(s.Owner); err != nil {
		return nil, err
	}
	if s.postfixUID, _, err = ids("postfix"); err != nil {
		return nil, err
	}
	for _, port := range []*int{&s.IMAPPort, &s.LMTPPort, &s.SMTPPort, &s.AuthPort} {
		if *port, err = program.FreePort(); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.OutPort, s.world = l.Addr().(*net.TCPAddr).Port, smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return nobody{}, nil }))
	go s.world.Serve(l) //nolint:errcheck // it ends when it is closed
	return s, s.write()
}

// nobody is where mails end that leave the lab.
type nobody struct{}

func (nobody) Reset()                               {}
func (nobody) Logout() error                        { return nil }
func (nobody) Mail(string, *smtp.MailOptions) error { return nil }
func (nobody) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (nobody) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody is known here"}
}

// ids are the numbers of a user of the system.
func ids(name string) (uid, gid int, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		return 0, 0, err
	}
	uid, err = strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return uid, gid, errors.Join(err, err2)
}

// write makes the directories, the certificate and the configurations.
func (s *servers) write() error {
	if err := os.Chmod(s.Dir, 0o755); err != nil {
		return err
	}
	for name, owner := range map[string]int{"run": s.uid, "state": s.uid, "mail": s.uid, "queue": 0, "log": 0, "data": s.postfixUID, "postfix": 0} {
		dir := filepath.Join(s.Dir, name)
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chown(dir, owner, -1)); err != nil {
			return err
		}
	}
	for name, text := range files {
		var b bytes.Buffer
		if err := template.Must(template.New(name).Parse(text)).Execute(&b, s); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(s.Dir, name), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	log := filepath.Join(s.Dir, "dovecot.log")
	return errors.Join(os.WriteFile(log, nil, 0o644), os.Chown(log, s.uid, s.gid), s.certify())
}

// certify makes a certificate for loopback.
func (s *servers) certify() error {
	c, roots, err := certificate.New("127.0.0.1")
	if err != nil {
		return err
	}
	s.roots = roots
	cert, key, err := certificate.PEM(c)
	keyFile := filepath.Join(s.Dir, "key.pem")
	return errors.Join(err, os.WriteFile(filepath.Join(s.Dir, "cert.pem"), cert, 0o644),
		os.WriteFile(keyFile, key, 0o600), os.Chown(keyFile, s.uid, s.gid))
}

// start starts both, and waits until they answer.
func (s *servers) start(ctx context.Context) error {
	s.dovecot = exec.Command("/usr/sbin/dovecot", "-F", "-c", filepath.Join(s.Dir, "dovecot.conf"))
	s.dovecot.SysProcAttr = asUser(s.uid, s.gid)
	if err := s.dovecot.Start(); err != nil {
		return err
	}
	for _, port := range []int{s.IMAPPort, s.LMTPPort, s.AuthPort, s.SMTPPort} {
		if port == s.SMTPPort {
			if err := s.postfix("start"); err != nil {
				return err
			}
		}
		if err := answers(ctx, port); err != nil {
			return err
		}
	}
	return nil
}

// postfix gives Postfix a command. It goes on by itself, so its output is none of ours: whoever reads that would wait for its end.
func (s *servers) postfix(command string) (err error) {
	said, err := os.OpenFile(filepath.Join(s.Dir, "postfix.said"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, said.Close()) }()
	cmd := exec.Command("/usr/sbin/postfix", "-c", filepath.Join(s.Dir, "postfix"), command)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("postfix %s: %w; see %s", command, err, said.Name())
	}
	return nil
}

// answers waits until something listens at a port.
func answers(ctx context.Context, port int) error {
	ctx, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	for {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("nothing answers at port %d: %w", port, err)
		case <-time.After(20 * time.Millisecond): // they do not say when they are ready
		}
	}
}

// stop ends both.
func (s *servers) stop() error {
	err := s.postfix("stop")
	if s.dovecot != nil {
		_ = s.dovecot.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = s.dovecot.Wait()
		s.dovecot = nil
	}
	return err
}

// imap is where somebody reads their mails, smtp where they send.
func (s *servers) imap(who string) server.Server { return s.at(s.IMAPPort, who) }
func (s *servers) smtp(who string) server.Server { return s.at(s.SMTPPort, who) }

func (s *servers) at(port int, who string) server.Server {
	return server.Server{Address: fmt.Sprintf("127.0.0.1:%d", port), Security: server.StartTLS, User: who, Password: s.Password, Roots: s.roots}
}
