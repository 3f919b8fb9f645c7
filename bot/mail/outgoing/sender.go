package outgoing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"referee/bot/mail/server"
)

// Sender hands mails to a mail server, one at a time over one connection, which is kept while there is something
// to send. Its methods can be called at the same time.
type Sender struct {
	Server server.Server
	Host   string // how this machine is called when it says hello, as example.org; "": localhost

	mu     sync.Mutex
	conn   net.Conn
	client *smtp.Client // nil: not connected
	idle   *time.Timer  // hangs up
}

// How long things may take.
const (
	commandWithin = 30 * time.Second // an answer to a command
	takenWithin   = 2 * time.Minute  // a mail, with whatever the server examines it for
	hangUpAfter   = 20 * time.Second // without a mail
)

// Refused is what a server answered that did not take a mail, RFC 5321 and RFC 3463.
type Refused struct {
	Code     int    // 550
	Enhanced string // 5.1.1; "": none
	Said     string // in the words of the server
	Forever  bool   // it never will; otherwise the mail is to be sent again, see [Again]
}

func (r *Refused) Error() string {
	return "refused: " + strings.TrimSpace(fmt.Sprintf("%d %s", r.Code, strings.TrimSpace(r.Enhanced+" "+r.Said)))
}

// Forever reports whether an error of [Sender.Send] says that this mail can never be sent.
func Forever(err error) bool {
	var r *Refused
	return errors.As(err, &r) && r.Forever
}

// Again is how long to wait before a mail is sent again that failed so often: from 30 seconds to an hour.
func Again(failed int) time.Duration {
	return time.Duration(min(30*math.Pow(2, float64(max(failed, 1)-1)), 3600)) * time.Second
}

// Send sends a mail; without an error the server has taken it and answers for it. A *[Refused] says what the server said of it.
// Any other error is about the server or the way there; then, as after a refusal that is not for ever, the mail is to be sent
// again. It may have been taken nonetheless, where the answer got lost: it goes out a second time then, with the same id.
func (s *Sender) Send(ctx context.Context, m Mail) error {
	octets, err := m.Bytes()
	if err != nil {
		return &Refused{Code: 550, Said: err.Error(), Forever: true}
	}
	bounces := cmp.Or(m.Bounces, m.From.Address)
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		kept := s.client != nil
		if !kept {
			if err := s.connect(ctx); err != nil {
				return err
			}
		}
		begun, err := s.send(ctx, bounces, m.To, octets)
		if err == nil {
			s.idle = time.AfterFunc(hangUpAfter, s.hangUp)
			return nil
		}
		refused := refusal(err)
		if refused == nil || refused.Code == 421 {
			s.drop()
			if kept && !begun && ctx.Err() == nil {
				continue // the server had hung up meanwhile, or has enough of this connection
			}
		}
		if refused != nil {
			return refused
		}
		return fmt.Errorf("outgoing: send by %s: %w", s.Server.Address, err)
	}
}

// send sends a mail over the connection. begun is false where the server had not taken the first command.
func (s *Sender) send(ctx context.Context, from, to string, octets []byte) (begun bool, err error) {
	if s.idle != nil {
		s.idle.Stop()
	}
	defer context.AfterFunc(ctx, s.cut())()
	// Headers are all that is needed of a mail that comes back.
	if err := s.client.Mail(from, &smtp.MailOptions{Size: int64(len(octets)), Return: smtp.DSNReturnHeaders}); err != nil {
		return false, s.reset(sender{err})
	}
	// A mail for each that was delivered would be one for each that is sent.
	if err := s.client.Rcpt(to, &smtp.RcptOptions{Notify: []smtp.DSNNotify{smtp.DSNNotifyFailure}}); err != nil {
		return true, s.reset(err)
	}
	data, err := s.client.Data()
	if err != nil {
		return true, s.reset(err)
	}
	_, err = data.Write(octets)
	return true, errors.Join(err, data.Close())
}

// sender is an error about who sends: no mail of ours will be taken before that is put right, so it is none about the one mail.
type sender struct{ error }

func (s sender) Unwrap() error { return s.error }

// reset has the server forget a mail that it has refused.
func (s *Sender) reset(err error) error {
	if refusal(err) != nil && s.client.Reset() != nil {
		s.drop()
	}
	return err
}

// refusal is what a server answered, nil if it is not from its answer.
func refusal(err error) *Refused {
	var said *smtp.SMTPError
	if !errors.As(err, &said) {
		return nil
	}
	r := &Refused{Code: said.Code, Said: said.Message}
	if c := said.EnhancedCode; c != smtp.NoEnhancedCode && c != smtp.EnhancedCodeNotSet {
		r.Enhanced = fmt.Sprintf("%d.%d.%d", c[0], c[1], c[2])
	}
	var own sender
	about := !errors.As(err, &own) || said.Code == tooLarge
	r.Forever = said.Code >= 500 && about && !unknown(said.Code)
	return r
}

// tooLarge is the refusal of a mail for its size, which a server may say before it is asked for whom it is (RFC 1870, 6.1).
const tooLarge = 552

// unknown reports whether a refusal says that the server does not know who sends (RFC 4954, 6).
func unknown(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

// connect connects and logs in.
func (s *Sender) connect(ctx context.Context) error {
	within, stop := context.WithTimeout(ctx, commandWithin)
	defer stop()
	conn, err := s.Server.Dial(within)
	if err != nil {
		return fmt.Errorf("outgoing: connect to %s: %w", s.Server.Address, err)
	}
	s.conn = conn
	defer context.AfterFunc(within, s.cut())()
	if err := s.login(); err != nil {
		s.drop()
		return fmt.Errorf("outgoing: log in at %s: %w", s.Server.Address, errors.Join(err, context.Cause(within)))
	}
	return nil
}

// login says hello over a new connection, and who one is.
func (s *Sender) login() error {
	if s.Server.Security == server.StartTLS {
		client, err := smtp.NewClientStartTLS(s.conn, s.Server.Config())
		if err != nil {
			return err
		}
		s.client = client
	} else {
		s.client = smtp.NewClient(s.conn)
	}
	s.client.CommandTimeout, s.client.SubmissionTimeout = commandWithin, takenWithin
	if err := s.client.Hello(cmp.Or(s.Host, "localhost")); err != nil {
		return err
	}
	if offered, _ := s.client.Extension("AUTH"); !offered && s.Server.Security == server.None {
		return nil // a server on this machine may know who it is
	}
	way := sasl.NewPlainClient("", s.Server.User, s.Server.Password)
	if !s.client.SupportsAuth(sasl.Plain) && s.client.SupportsAuth(sasl.Login) {
		way = sasl.NewLoginClient(s.Server.User, s.Server.Password)
	}
	return s.client.Auth(way)
}

// cut is a function that ends the connection as it is now, and with it what waits for an answer.
func (s *Sender) cut() func() {
	conn := s.conn
	return func() { _ = conn.Close() } // it is given up
}

// drop ends the connection without a word.
func (s *Sender) drop() {
	if s.conn != nil {
		_ = s.conn.Close() // likewise
	}
	s.conn, s.client = nil, nil
}

// hangUp ends the connection politely.
func (s *Sender) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client != nil {
		_ = s.client.Quit() // the server may have hung up first
	}
	s.drop()
}

// Close ends the connection. A Sender that sends again connects again.
func (s *Sender) Close() {
	s.hangUp()
}

// Look connects and logs in as Send would, sends nothing, and says what the server offers.
func Look(ctx context.Context, to server.Server) (Found, error) {
	s := &Sender{Server: to}
	if err := s.connect(ctx); err != nil {
		return Found{}, err
	}
	defer s.Close()
	size, _ := s.client.MaxMessageSize()
	dsn, _ := s.client.Extension("DSN")
	return Found{MaxSize: size, DSN: dsn}, nil
}

// Found is what a server offers.
type Found struct {
	MaxSize int  // of a mail, in octets; 0: it does not say
	DSN     bool // whether it can be told when to report (RFC 3461)
}
