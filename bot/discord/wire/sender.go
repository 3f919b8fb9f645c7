package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/rest"
	"referee/bot/notebook"
	"referee/bot/post"
	"referee/engine/match"
)

// How the outbox is emptied: times, and how many places at once.
const (
	pollEvery  = time.Second      // for what did not come in through Discord
	postWithin = time.Minute      // one try of one message
	retryFirst = time.Second      // after a failure, doubled up to
	retryLong  = time.Minute      // a failure that passes by itself
	retryShut  = 30 * time.Minute // a channel that is shut or gone
	workers    = 8                // places at once
	// readAtMost is one part in so many of the time that goes into reading the outbox, as each
	// interaction may have put something there, and reading takes as long as there are places.
	readAtMost = 20
)

// sender posts what waits in the outbox: in order at each place, each post once.
// A place that fails waits alone.
type sender struct {
	*Bot
	wake    chan struct{}
	slots   chan struct{} // semaphore: holds a value for each place that is being served
	running sync.WaitGroup

	mu       sync.Mutex
	read     bool                 // the outbox was
	waits    map[string]time.Time // of places with something waiting, since when nothing could be posted
	served   map[string]bool
	looks    map[string]look // of places that wait for a picture
	backoffs map[string]backoff
	threads  map[string]backoff // of places where threads were refused
	marks    map[string]*Tags   // of posts that are being marked, with which next; nil: with no others so far
	renames  map[string]bool    // places whose thread waits for a name
	pins     map[ID]bool        // channels in which messages may be pinned
	pinning  sync.Mutex         // is held while a board is pinned
}

// backoff is how long a place that failed is left alone.
type backoff struct {
	until time.Time
	next  time.Duration
	shut  bool // people can do something about it, and are told
}

func newSender(b *Bot) *sender {
	return &sender{
		Bot: b, wake: make(chan struct{}, 1), slots: make(chan struct{}, workers),
		waits: map[string]time.Time{}, served: map[string]bool{}, looks: map[string]look{}, backoffs: map[string]backoff{}, threads: map[string]backoff{},
		marks: map[string]*Tags{}, renames: map[string]bool{}, pins: map[ID]bool{},
	}
}

// retryNow says that there may be something to post; a place that failed is tried
// again at once, as somebody has just been there.
func (s *sender) retryNow(place string) {
	s.mu.Lock()
	for _, of := range []map[string]backoff{s.backoffs, s.threads} {
		if w, ok := of[place]; ok {
			w.until = time.Time{}
			of[place] = w
		}
	}
	s.mu.Unlock()
	s.wakeUp()
}

// wakeUp has the outbox read at once.
func (s *sender) wakeUp() {
	nudge(s.wake)
}

// nudge sends a signal over a channel that holds one, unless one is there.
func nudge(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// run posts until ctx ends. What is half done then is done after the next start.
func (s *sender) run(ctx context.Context) {
	tick := time.NewTicker(s.Timing.Poll)
	defer tick.Stop()
	defer s.running.Wait()
	if err := s.markLeft(ctx); err != nil {
		s.Log.Error("cannot read how posts are to be marked", "error", err)
	}
	for {
		began := time.Now()
		if err := s.serveAll(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("cannot read the outbox", "error", err)
		}
		rest.Sleep(ctx, min((readAtMost-1)*time.Since(began), s.Timing.Poll))
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// serveAll serves every place that something waits for and that is not waiting
// itself. Those that wait for a picture hear of what is newer.
func (s *sender) serveAll(ctx context.Context) error {
	places, err := s.Outbox.Places(ctx)
	if err != nil {
		return err
	}
	s.wait(places)
	for place, newest := range places {
		serve := s.serving(place)
		if serve == nil || !s.claim(place, newest) {
			continue
		}
		s.running.Go(func() {
			s.slots <- struct{}{}
			err := s.safely(place, func() error { return serve(ctx) })
			err = errors.Join(err, s.warn(ctx, place, err))
			<-s.slots
			s.release(ctx, place, err)
			s.wakeUp() // something may have come in the meantime
		})
	}
	return nil
}

// safely makes an error of a panic in what makes a post: its place waits, and no other. The log
// has the rest.
func (s *sender) safely(place string, do func() error) (err error) {
	if number := s.caught(func() { err = do() }, "place", place); number != "" {
		return fmt.Errorf("fault %s", number)
	}
	return err
}

// serving is the function that posts what waits for a place: in a channel, or to one
// person; nil where the place is not in Discord.
func (s *sender) serving(place string) func(context.Context) error {
	if account, ok := post.DMAccount(place); ok {
		if to, ok := UserOf(account); ok {
			return func(ctx context.Context) error { return s.serveDMs(ctx, place, to) }
		}
		return nil
	}
	if _, away := post.Away(place); away {
		if !s.rest.visits.open(place) {
			return nil // until somebody does something there
		}
		return func(ctx context.Context) error { return s.serve(ctx, place, place) }
	}
	if channel, ok := ChannelOf(place); ok {
		return func(ctx context.Context) error { return s.serve(ctx, place, channel) }
	}
	return nil
}

// claim reports whether a place is to be served now, and marks it as being served. One that is,
// and waits for a picture, hears of the newest post there where that was not told.
func (s *sender) claim(place string, newest uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, waits := s.looks[place]; waits && newest > l.told {
		nudge(l.newer)
	}
	if s.served[place] || time.Now().Before(s.backoffs[place].until) {
		return false
	}
	s.served[place] = true
	return true
}

// release marks a place as no longer being served; after an error it is left alone for
// a while.
func (s *sender) release(ctx context.Context, place string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.served, place)
	if ctx.Err() != nil {
		return
	}
	if err == nil {
		delete(s.backoffs, place)
		s.Observer.Posted(Succeeded)
		return
	}
	w := s.backoffs[place]
	most := retryLong
	what := troubleOf(err)
	w.shut = what == refused || what == gone // another refusal may be a fault of ours
	if w.shut {
		most = retryShut
		s.Observer.Posted(Missed)
	} else {
		s.Observer.Posted(Failed)
	}
	w.next = min(max(2*w.next, s.Timing.RetryPost), most)
	in := max(w.next, rest.After(err))
	w.until = time.Now().Add(in)
	s.backoffs[place] = w
	s.Log.Warn("cannot post, trying again", "place", place, "in", in.Round(time.Millisecond), "error", err)
}

// whatIsOut is the context in which the store keeps what is out, though the process ends: it would be posted once more.
func (s *sender) whatIsOut(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.Timing.Post)
}

// takeOut takes a post that is out from what waits at a place.
func (s *sender) takeOut(ctx context.Context, place string, p post.Post) error {
	ctx, stop := s.whatIsOut(ctx)
	defer stop()
	if err := s.Outbox.Posted(ctx, place, p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waits, place) // what else waits there is found as new
	return nil
}

// placeState is what was posted at a place last.
type placeState struct {
	Told    uint64   `json:"told"`            // the last post of the outbox whose news are out
	Match   match.ID `json:"match,omitempty"` // that the board shows
	Shown            // by the board
	Message ID       `json:"board,omitempty"`
	// Left are the messages that showed a match before and are not closed yet.
	Left []left `json:"left,omitempty"`
	// Posting is the post with which a new board was begun, of match Of, and of which it
	// is not known yet whether it is there; 0: none was.
	Posting uint64   `json:"posting,omitempty"`
	Of      match.ID `json:"of,omitempty"`
	Warned  trouble  `json:"warned,omitempty"` // of what the players were told
	// Notified is who was told of it, while others are still to be told.
	Notified map[ID]trouble `json:"heard,omitempty"`
	Direct   ID             `json:"direct,omitempty"` // the channel, where the place is one person
	// Starts are the messages at which threads are to begin, by the post that is told there;
	// Start and Begun are such a message and its post as older versions kept one.
	Starts map[uint64]ID `json:"starts,omitempty"`
	Start  ID            `json:"start,omitempty"`
	Begun  uint64        `json:"begun,omitempty"`
	// Made are the posts in forums that were made, by the post that they were made for, while
	// that is not out.
	Made map[uint64]ID `json:"made,omitempty"`
	// Aside are the posts up to Told that are not out yet, as Discord refused their threads.
	Aside []uint64 `json:"aside,omitempty"`
	// Called are the people who were called to answer, by the decision up to which they were:
	// another board does not call them again before they have acted after it.
	Called map[ID]int `json:"calledAt,omitempty"`
	// Asking are the messages of news whose questions are not settled yet.
	Asking []asking `json:"asking,omitempty"`
	// turn is that of the board to be drawn, while the place is served; nil: none waits.
	turn *drawing.Turn
}

// left is a message that a board has left for another.
type left struct {
	Message ID       `json:"message"`
	Match   match.ID `json:"match"`
	Shown
	Until int `json:"until"` // the decision with which its account ends
}

// noteOf is the name of the note that holds the state of a place.
func noteOf(place string) string { return "board " + place }

// state reads what was posted at a place last.
func (s *sender) state(ctx context.Context, place string) (placeState, error) {
	return notebook.Read[placeState](ctx, s.Notes, noteOf(place))
}

// BoardAt is the match that was shown at a place last, and the message that shows it;
// "" where there is none.
func BoardAt(ctx context.Context, notes Notes, place string) (id match.ID, message ID, err error) {
	at, err := notebook.Read[placeState](ctx, notes, noteOf(place))
	return at.Match, at.Message, err
}

// DMAddress is the address of the message that shows an account a match in its direct messages, or of these; "" where the bot has
// not written to it yet.
func DMAddress(ctx context.Context, notes Notes, account string, of match.ID) (string, error) {
	at, err := notebook.Read[placeState](ctx, notes, noteOf(post.DMPlace(account)))
	switch {
	case err != nil || at.Direct == "":
		return "", err
	case at.Match != of || at.Message == "":
		return ConversationURL(at.Direct), nil
	}
	return ConversationURL(at.Direct) + "/" + at.Message, nil
}

// ForgetDMs forgets what was posted to an account alone.
func ForgetDMs(ctx context.Context, notes Notes, account string) error {
	return notes.PutNote(ctx, noteOf(post.DMPlace(account)), nil)
}

// ConversationURL is the address of a conversation that is in no server.
func ConversationURL(channel ID) string { return "https://discord.com/channels/@me/" + channel }

// save keeps what was posted at a place last.
func (s *sender) save(ctx context.Context, place string, at placeState) error {
	ctx, stop := s.whatIsOut(ctx)
	defer stop()
	return notebook.Write(ctx, s.Notes, noteOf(place), at)
}

// serve posts what waits for a place. The last post that tells of the match is
// taken out of the outbox only when the board is right, too: then whoever is
// asked there can know.
func (s *sender) serve(ctx context.Context, place string, channel ID) error {
	at, err := s.state(ctx, place)
	if err != nil {
		return err
	}
	defer at.free()
	for ctx.Err() == nil {
		posts, err := s.ready(ctx, place, at)
		if err != nil {
			return err
		}
		if len(posts) == 0 {
			return s.outOfTrouble(ctx, place, &at)
		}
		for _, p := range posts {
			if err := s.askFirst(ctx, p); err != nil {
				return err
			}
		}
		err = s.servePosts(ctx, place, channel, posts, &at)
		if isDM(place) && refusesDMs(err) {
			err = errors.Join(s.noteDM(ctx, place, err), s.postsInstead(ctx, place, err))
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// servePosts posts some posts of a place in order, and what comes with the last of them.
func (s *sender) servePosts(ctx context.Context, place string, channel ID, posts []post.Post, at *placeState) error {
	last := len(posts) - 1
	for last >= 0 && !OfMatch(posts[last]) {
		last--
	}
	again := false // a thread was refused before in this try
	_, away := post.Away(place)
	for n, p := range posts {
		if away && n < last && OfMatch(p) { // few messages can follow: the board shows what it tells
			at.tell(p.No)
			if err := s.takeOut(ctx, place, p); err != nil {
				return err
			}
			continue
		}
		aside := slices.Contains(at.Aside, p.No)
		err := s.postNews(ctx, place, channel, p, at)
		if errors.Is(err, errNoThread) {
			if err := s.putAside(ctx, place, channel, p, at, again, err); err != nil {
				return err
			}
			again = true
			continue
		}
		if err != nil {
			return err
		}
		if aside { // it is out at last: the threads that are still refused are tried again soon
			s.mu.Lock()
			delete(s.threads, place)
			s.mu.Unlock()
			again = false
		}
		if n == last {
			err := s.showMatch(ctx, place, channel, p, at)
			if errors.Is(err, errNewer) {
				continue // it stays in the outbox, and is shown when those are told
			}
			if err != nil {
				return err
			}
		}
		if _, call := p.What.(post.Call); call && isDM(place) { // the clock of a match that is told nowhere else starts
			if err := s.delivered(ctx, place, p); err != nil {
				return err
			}
		}
		if n == len(posts)-1 {
			if err := s.settle(ctx, place, channel, at); err != nil {
				return err
			}
		}
		if err := s.takeOut(ctx, place, p); err != nil {
			return err
		}
	}
	return nil
}

// askFirst asks Discord what is to be known before a post is told.
func (s *sender) askFirst(ctx context.Context, p post.Post) error {
	server, q, err := s.Poster.Question(ctx, p)
	if err != nil || q == nil {
		return err
	}
	return s.Poster.LookedUp(ctx, p, s.lookUp(ctx, server, *q))
}

// postNews posts what a post tells, if that was not done before.
func (s *sender) postNews(ctx context.Context, place string, channel ID, p post.Post, at *placeState) error {
	if p.No <= at.Told && !slices.Contains(at.Aside, p.No) {
		return nil
	}
	to, thread, err := s.threadFor(ctx, place, channel, p, at)
	if err != nil {
		return err
	}
	m, err := s.Poster.News(ctx, place, p)
	if errors.Is(err, match.ErrUnknown) {
		m, err = nil, nil // there is no such match any more
	}
	if err != nil {
		return fmt.Errorf("make post %d at %s: %w", p.No, place, err)
	}
	if m != nil {
		id, err := s.rest.post(ctx, to, *m, nonce(place, strconv.FormatUint(p.No, 10)))
		if malformed(err) {
			_, err = s.standIn(ctx, to, err, place, strconv.FormatUint(p.No, 10))
		}
		if thread != nil && rest.Refused(err, discordgo.ErrCodeUnknownChannel) {
			if err := s.Poster.ThreadMade(ctx, place, p, ""); err != nil {
				return err
			}
			return fmt.Errorf("the thread for post %d was deleted, making another", p.No)
		}
		if err != nil {
			return err
		}
		if err := s.noteDM(ctx, place, nil); err != nil {
			return err
		}
		at.asks(p, id, m)
		if OfMatch(p) {
			_, seq := p.Match()
			at.call(m.Mentions.Users, seq)
		}
	}
	at.tell(p.No)
	return s.save(ctx, place, *at)
}

// tell notes that a post is out.
func (at *placeState) tell(no uint64) {
	at.Told = max(at.Told, no)
	at.Aside = slices.DeleteFunc(at.Aside, func(n uint64) bool { return n == no })
	delete(at.Starts, no)
	delete(at.Made, no)
}

// call notes that people were called to answer, up to a decision.
func (at *placeState) call(users []ID, seq int) {
	for _, u := range users {
		put(&at.Called, u, seq)
	}
}

// put sets an entry of a map, which may be nil so far.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// uncalled are those of some people whom a board has still to call: they were not, or have
// acted since, and are asked anew.
func (at *placeState) uncalled(users []ID, b *Board) []ID {
	return slices.DeleteFunc(slices.Clone(users), func(u ID) bool {
		seq, called := at.Called[u]
		return called && b.Asked[u] <= seq
	})
}

// OfMatch reports whether a post tells of the match at its place, which a board goes
// with.
func OfMatch(p post.Post) bool {
	switch p.What.(type) {
	case post.MatchNews, post.Clocks:
		return true
	case post.Call, post.LeagueNews, post.OpenMatch, post.Bidding, post.Complete, post.Judges, post.Relocation, post.Notice, post.Welcome:
		return false
	}
	panic(fmt.Sprintf("wire: a %T is not a kind of post", p.What))
}
