package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"referee/bot/mail/server"
)

// stored is the mark of a mail that was handled, where a server keeps marks of our own. Anybody who opens the mailbox may
// mark a mail as seen.
const stored imap.Flag = "$RefereeStored"

// session is one connection.
type session struct {
	*Reader
	looking bool // nothing is to be changed

	client   *imapclient.Client
	validity uint32
	mark     imap.Flag     // of a mail that was handled
	there    bool          // whether the folder Done is there
	news     chan struct{} // something came in
	came     bool          // the folder was read to its end once
}

// run reads the folder until something fails.
func (s *session) run(ctx context.Context) error {
	if err := s.open(ctx); err != nil {
		return err
	}
	defer s.close()
	defer context.AfterFunc(ctx, s.cut)()
	for {
		select {
		case <-s.news: // what the search below finds
		default:
		}
		if err := s.read(ctx); err != nil {
			return err
		}
		if !s.came {
			s.came = true
			s.Log.Info("mail is read", "server", s.Server.Address, "folder", s.folder())
			s.tell(nil)
		}
		if err := s.rest(ctx); err != nil {
			return err
		}
	}
}

// open connects, logs in and selects the folder.
func (s *session) open(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, commandWithin)
	defer stop()
	conn, err := s.Server.Dial(ctx)
	if err != nil {
		return fmt.Errorf("mailbox: connect to %s: %w", s.Server.Address, err)
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })() // it is given up
	s.news = make(chan struct{}, 1)
	options := &imapclient.Options{
		TLSConfig: s.Server.Config(),
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(m *imapclient.UnilateralDataMailbox) {
			if m.NumMessages != nil {
				select {
				case s.news <- struct{}{}:
				default: // somebody will look anyway
				}
			}
		}},
	}
	if s.Server.Security == server.StartTLS {
		if s.client, err = imapclient.NewStartTLS(conn, options); err != nil {
			return fmt.Errorf("mailbox: start TLS at %s: %w", s.Server.Address, err)
		}
	} else {
		s.client = imapclient.New(conn, options)
	}
	if err := s.enter(); err != nil {
		s.cut()
		return fmt.Errorf("mailbox: %s: %w", s.Server.Address, errors.Join(err, context.Cause(ctx)))
	}
	return nil
}

// enter logs in and selects the folder.
func (s *session) enter() error {
	if err := s.client.WaitGreeting(); err != nil {
		return fmt.Errorf("greeting: %w", err)
	}
	if err := s.client.Login(s.Server.User, s.Server.Password).Wait(); err != nil {
		if wrongLogin(err) {
			return fmt.Errorf("log in as %s: %w: %w", s.Server.User, ErrLogin, err)
		}
		return fmt.Errorf("log in as %s: %w", s.Server.User, err)
	}
	selected, err := s.client.Select(s.folder(), nil).Wait() // not read-only, for then a server may not say which marks it keeps
	if err != nil {
		return fmt.Errorf("open the folder %q: %w", s.folder(), err)
	}
	s.validity, s.mark = selected.UIDValidity, imap.FlagSeen
	if slices.Contains(selected.PermanentFlags, imap.FlagWildcard) || slices.Contains(selected.PermanentFlags, stored) {
		s.mark = stored
	}
	if s.Done == "" {
		return nil
	}
	if s.there, err = s.has(s.Done); err == nil && !s.there && !s.looking {
		err = s.client.Create(s.Done, nil).Wait()
	}
	if err != nil {
		return fmt.Errorf("make the folder %q: %w", s.Done, err)
	}
	return nil
}

// wrongLogin reports whether a server refused user or password, and not for a reason that passes.
func wrongLogin(err error) bool {
	var said *imap.Error
	if !errors.As(err, &said) || said.Type != imap.StatusResponseTypeNo {
		return false
	}
	switch said.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeServerBug, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeContactAdmin:
		return false
	default:
		return true
	}
}

// has reports whether a folder is there.
func (s *session) has(folder string) (bool, error) {
	listed, err := s.client.List("", folder, nil).Collect()
	return len(listed) > 0, err
}

// A batch of mails is fetched at once, as each command waits for the way there and back.
const (
	batchMails  = 32
	batchOctets = 8 << 20
)

// read hands over all mails that wait.
func (s *session) read(ctx context.Context) error {
	var waiting []imap.UID
	if err := s.within(func() (err error) {
		if err := s.client.Noop().Wait(); err != nil { // a server need not find what it has not told of
			return err
		}
		waiting, err = s.waiting()
		return err
	}); err != nil {
		return fmt.Errorf("search %s: %w", s.folder(), err)
	}
	for len(waiting) > 0 {
		some := waiting[:min(len(waiting), batchMails)]
		waiting = waiting[len(some):]
		if err := s.some(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// some hands over some mails.
func (s *session) some(ctx context.Context, uids []imap.UID) error {
	var heads []Mail
	if err := s.within(func() (err error) {
		heads, err = s.fetch(uids, nil)
		return err
	}); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	for len(heads) > 0 {
		var load int64
		n := 0
		for n < len(heads) && (n == 0 || load+min(heads[n].Size, s.limit()) <= batchOctets) {
			load += min(heads[n].Size, s.limit())
			n++
		}
		if err := s.batch(ctx, heads[:n]); err != nil {
			return err
		}
		heads = heads[n:]
	}
	return nil
}

// batch reads some mails, hands them over and marks them.
func (s *session) batch(ctx context.Context, heads []Mail) error {
	mails, err := s.octets(heads)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	var done, aside []imap.UID
	var failed error
	for _, m := range mails {
		err := s.Handle(ctx, m)
		switch {
		case err == nil:
			done = append(done, imap.UID(m.UID))
			continue
		case ctx.Err() == nil && s.hopeless(m):
			s.Log.Error("mail set aside, as it cannot be taken in: it stays in the folder, flagged", "mail", m.UID, "folder", s.folder(), "error", err)
			aside = append(aside, imap.UID(m.UID))
			continue
		}
		failed = fmt.Errorf("take in email %d of %s: %w", m.UID, s.folder(), err)
		break
	}
	if len(aside) > 0 {
		if err := s.within(func() error { return s.flag(aside, imap.FlagFlagged) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("mark what was set aside: %w", err))
		}
	}
	if len(done) > 0 {
		if err := s.within(func() error { return s.put(done) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("mark what was handled: %w", err))
		}
	}
	return failed
}

// hopeless notes that a mail could not be taken in, and reports whether the next are to be read all the same.
func (s *session) hopeless(m Mail) bool {
	now := s.clock()
	if s.stuck.validity != m.Validity || s.stuck.uid != m.UID {
		s.stuck = stuck{validity: m.Validity, uid: m.UID, since: now}
	}
	s.stuck.tries++
	return s.stuck.tries >= triesAtLeast && now.Sub(s.stuck.since) >= triedFor
}

// octets reads mails, or the headers of those over the limit.
func (s *session) octets(heads []Mail) ([]Mail, error) {
	var small, large []imap.UID
	for _, h := range heads {
		if h.Size > s.limit() {
			large = append(large, imap.UID(h.UID))
		} else {
			small = append(small, imap.UID(h.UID))
		}
	}
	var mails []Mail
	read := func(uids []imap.UID, section *imap.FetchItemBodySection) error {
		if len(uids) == 0 {
			return nil
		}
		return s.within(func() error {
			some, err := s.fetch(uids, section)
			mails = append(mails, some...)
			return err
		})
	}
	// One octet more tells that a server had the size wrong.
	all := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: s.limit() + 1}}
	header := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: s.limit()}}
	if err := errors.Join(read(small, all), read(large, header)); err != nil {
		return nil, err
	}
	for i, m := range mails {
		mails[i].Whole = m.Size <= s.limit() && int64(len(m.Bytes)) <= s.limit()
	}
	slices.SortFunc(mails, func(a, b Mail) int { return cmp.Compare(a.UID, b.UID) })
	return mails, nil
}

// fetch reads what is to be known of mails, and a section of each; nil: none. A mail that was deleted meanwhile is missing.
func (s *session) fetch(uids []imap.UID, section *imap.FetchItemBodySection) ([]Mail, error) {
	options := &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}
	if section != nil {
		options.BodySection = []*imap.FetchItemBodySection{section}
	}
	fetching := s.client.Fetch(imap.UIDSetNum(uids...), options)
	var mails []Mail
	for data := fetching.Next(); data != nil; data = fetching.Next() {
		m, err := s.one(data)
		if err != nil { // the connection is cut; Close would read on from it beside the client
			return nil, err
		}
		if m.UID != 0 && (section == nil || m.Bytes != nil) { // else flags of another mail have changed
			mails = append(mails, m)
		}
	}
	slices.SortFunc(mails, func(a, b Mail) int { return cmp.Compare(a.UID, b.UID) })
	return mails, fetching.Close()
}

// one reads what came of one mail, and no more of it than was asked for.
func (s *session) one(data *imapclient.FetchMessageData) (Mail, error) {
	m := Mail{Validity: s.validity}
	for item := data.Next(); item != nil; item = data.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.UID = uint32(item.UID)
		case imapclient.FetchItemDataRFC822Size:
			m.Size = item.Size
		case imapclient.FetchItemDataInternalDate:
			m.Received = item.Time
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue
			}
			octets, err := io.ReadAll(io.LimitReader(item.Literal, s.limit()+1))
			if err != nil {
				return m, err
			}
			m.Bytes = octets
		}
	}
	return m, nil
}

// waiting are the mails that are not handled yet, in the order in which they came.
func (s *session) waiting() ([]imap.UID, error) {
	found, err := s.client.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{s.mark, imap.FlagDeleted}}, nil).Wait()
	if err != nil {
		return nil, err
	}
	uids := found.AllUIDs()
	slices.Sort(uids)
	return uids, nil
}

// put marks mails as handled, or moves them.
func (s *session) put(uids []imap.UID) error {
	// The mark comes first: a mail that was marked and not moved is handled nonetheless.
	if err := s.flag(uids); err != nil {
		return err
	}
	if s.Done == "" {
		return nil
	}
	_, err := s.client.Move(imap.UIDSetNum(uids...), s.Done).Wait()
	return err
}

// flag marks mails as handled, and with more flags.
func (s *session) flag(uids []imap.UID, more ...imap.Flag) error {
	flags := append(more, imap.FlagSeen)
	if s.mark != imap.FlagSeen {
		flags = append(flags, s.mark)
	}
	return s.client.Store(imap.UIDSetNum(uids...), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: flags}, nil).Close()
}

// canIdle reports whether the server says by itself what comes in.
func (s *session) canIdle() bool {
	caps := s.client.Caps()
	return caps.Has(imap.CapIdle) || caps.Has(imap.CapIMAP4rev2)
}

// rest waits until something may have come in.
func (s *session) rest(ctx context.Context) error {
	every, idling := pollEvery, s.canIdle()
	var idle *imapclient.IdleCommand
	if idling {
		every = lookEvery
		if err := s.within(func() (err error) {
			idle, err = s.client.Idle()
			return err
		}); err != nil {
			return fmt.Errorf("idle: %w", err)
		}
	}
	var ended error
	select {
	case <-s.news:
	case <-s.later(every):
	case <-ctx.Done():
		ended = ctx.Err()
	case <-s.client.Closed():
		ended = errors.New("the server has closed the connection")
	}
	if !idling {
		return ended
	}
	// No other command can be given before, not even to log out.
	if err := s.within(func() error { return errors.Join(idle.Close(), idle.Wait()) }); err != nil {
		return errors.Join(ended, fmt.Errorf("idle: %w", err))
	}
	return ended
}

// within does something with the server, and cuts the connection where that takes too long: the library waits for ever for an answer.
func (s *session) within(do func() error) error {
	late, done := s.later(commandWithin), make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-late:
			s.cut()
		case <-done:
		}
	}()
	return do()
}

// cut ends the connection without a word, and with it what waits for an answer.
func (s *session) cut() { _ = s.client.Close() } // it may be gone

// close ends the connection politely.
func (s *session) close() {
	_ = s.within(func() error { return s.client.Logout().Wait() }) // it may be gone
	s.cut()
}
