package mailtest

import (
	"errors"
	"io"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// reading is one connection to the IMAP server.
type reading struct {
	*imapmemserver.UserSession // nil: not logged in
	post                       *Post
}

func (s *reading) Login(address, password string) error {
	u := s.post.login(address, password)
	if u == nil {
		return imapserver.ErrAuthFailed
	}
	s.UserSession = imapmemserver.NewUserSession(u.box)
	return nil
}

func (s *reading) Select(folder string, options *imap.SelectOptions) (*imap.SelectData, error) {
	data, err := s.UserSession.Select(folder, options)
	if err == nil && s.post.options.NoKeywords {
		data.PermanentFlags = []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft}
	}
	return data, err
}

// Idle tells of every mail that comes in. The library's begins to listen a moment after it has said so, and says nothing of a mail
// that comes in between.
func (s *reading) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		s.post.mu.Lock()
		changed := s.post.changed
		s.post.mu.Unlock()
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-stop:
			return nil
		}
	}
}

// Store keeps no marks that the server does not know.
func (s *reading) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, options *imap.StoreOptions) error {
	if s.post.options.NoKeywords {
		for _, f := range flags.Flags {
			if !strings.HasPrefix(string(f), `\`) {
				return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "no such flag"}
			}
		}
	}
	return s.UserSession.Store(w, set, flags, options)
}

// sending is one connection to the SMTP server.
type sending struct {
	post *Post
	conn *smtp.Conn
	user string
	from string
	to   []Envelope
	open bool // a mail was begun
}

func (s *sending) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *sending) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, address, password string) error {
		if s.post.login(address, password) == nil {
			return smtp.ErrAuthFailed
		}
		s.user = address
		return nil
	}), nil
}

func (s *sending) Mail(from string, _ *smtp.MailOptions) error {
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	if refuse := s.post.faults.From; refuse != nil {
		if err := refuse(from); err != nil {
			return err
		}
	}
	if s.open {
		return Refusal(503, "5.5.1 one mail after the other") // many servers are so strict
	}
	s.from, s.open = from, true
	return nil
}

func (s *sending) Rcpt(to string, options *smtp.RcptOptions) error {
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	if err := s.post.recipient(s.from, to); err != nil {
		return err
	}
	var notify []string
	for _, n := range options.Notify {
		notify = append(notify, string(n))
	}
	s.to = append(s.to, Envelope{User: s.user, From: s.from, To: to, Notify: strings.Join(notify, ",")})
	return nil
}

func (s *sending) Data(r io.Reader) error {
	octets, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	for _, e := range s.to {
		e.Bytes = octets
		cut, err := s.post.accept(e)
		if cut {
			return errors.Join(errors.New("mailtest: cut"), s.conn.Conn().Close())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sending) Reset() { s.from, s.to, s.open = "", nil, false }

func (s *sending) Logout() error { return nil }
