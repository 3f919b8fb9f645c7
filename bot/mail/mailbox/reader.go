package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"referee/bot/mail/server"
)

// Mail is a mail of the folder.
type Mail struct {
	UID      uint32    // its number in the folder
	Validity uint32    // of the numbers: others hold where it differs (RFC 9051, 2.3.1.1)
	Received time.Time // when the server took it in
	Size     int64     // of the whole of it, in octets, as the server says
	Bytes    []byte    // all of it, or its header where it is larger than the limit
	Whole    bool      // whether Bytes is all of it
}

// Handler takes in a mail. Without an error what came of it is stored, and the mail is marked; with one it is
// handed over again, later, and none behind it before. One that fails for hours is set aside: marked, flagged as important, and
// left in the folder. The context ends with the Reader's.
type Handler func(context.Context, Mail) error

// Reader reads a folder. Its exported fields are not changed once it runs.
type Reader struct {
	Server server.Server
	Folder string // "": INBOX
	Done   string // the folder to which mails go that were handled, made when it is missing; "": they stay, and are marked
	Limit  int64  // in octets, above which only the header of a mail is read; 0: 8 MiB

	Handle  Handler
	Log     *slog.Logger
	Trouble func(error) // is told why no mail comes in, and nil once mail comes in again; nil: nobody is

	after func(time.Duration) <-chan time.Time // nil: time.After
	now   func() time.Time                     // nil: time.Now
	stuck stuck
}

// stuck is the mail that could not be taken in, which holds up those behind it.
type stuck struct {
	validity, uid uint32
	tries         int
	since         time.Time
}

// A mail is set aside that fails so often, and for so long: a full disk has been seen to by then.
const (
	triesAtLeast = 20
	triedFor     = 6 * time.Hour
)

// defaultLimit leaves room for an attachment of 4 MiB, and for a reply in which a program sends the pictures back: three of ours
// have 1 MB as they are mailed.
const defaultLimit = 8 << 20

// How long things may take, and how often they are done.
const (
	commandWithin = time.Minute      // a command, and the mails that it brings
	lookEvery     = 4 * time.Minute  // with IDLE, as a connection that is gone says nothing; many routers forget it after 5
	pollEvery     = 30 * time.Second // without IDLE
)

// ErrLogin is the error of a server that does not accept the user or the password.
var ErrLogin = errors.New("the server does not accept the user or the password")

// Run reads the folder until its context ends; that is its only end.
func (r *Reader) Run(ctx context.Context) {
	failed := 0
	for ctx.Err() == nil {
		s := &session{Reader: r}
		err := s.run(ctx)
		if ctx.Err() != nil {
			return
		}
		if s.came {
			failed = 0
		}
		failed++
		wait := again(failed, err)
		r.Log.Warn("no mail is read, trying again", "server", r.Server.Address, "in", wait, "error", err)
		r.tell(err)
		select {
		case <-ctx.Done():
		case <-r.later(wait):
		}
	}
}

// again is how long to wait after so many failures in a row: from a second to five minutes. A wrong password does not become
// right, and servers lock out who tries often: from five minutes to an hour.
func again(failed int, err error) time.Duration {
	first, most := time.Second, 5*time.Minute
	if errors.Is(err, ErrLogin) {
		first, most = 5*time.Minute, time.Hour
	}
	return min(first<<min(failed-1, 12), most)
}

// tell tells whoever wants to know.
func (r *Reader) tell(err error) {
	if r.Trouble != nil {
		r.Trouble(err)
	}
}

// later is a channel that is ready after some time.
func (r *Reader) later(d time.Duration) <-chan time.Time {
	if r.after != nil {
		return r.after(d)
	}
	return time.After(d)
}

// clock is what time it is.
func (r *Reader) clock() time.Time {
	if r.now != nil {
		return r.now()
	}
	return time.Now()
}

// folder is the folder that is read.
func (r *Reader) folder() string {
	return cmp.Or(r.Folder, "INBOX")
}

// limit is the largest mail that is read whole.
func (r *Reader) limit() int64 {
	return cmp.Or(r.Limit, defaultLimit)
}

// Found is what a look at a mailbox finds.
type Found struct {
	Waiting  int  // mails that are not handled yet
	Idle     bool // whether the server says at once that a mail came in
	Keywords bool // whether it keeps marks of our own
	Done     bool // whether the folder is there to which mails go; it is made otherwise
}

// Look connects as Run would, changes nothing, and says what there is.
func (r *Reader) Look(ctx context.Context) (found Found, err error) {
	s := &session{Reader: r, looking: true}
	if err := s.open(ctx); err != nil {
		return found, err
	}
	defer s.close()
	waiting, err := s.waiting()
	if err != nil {
		return found, fmt.Errorf("mailbox: search %s: %w", r.folder(), err)
	}
	return Found{Waiting: len(waiting), Idle: s.canIdle(), Keywords: s.mark == stored, Done: s.there}, nil
}
