package wire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"referee/bot/discord/drawing"
	"referee/bot/post"
	"referee/engine/match"
)

// pictureSoon is how long the words of a new board wait for their picture: no person notices,
// and one message comes in place of one that changes.
const pictureSoon = 500 * time.Millisecond

// errNewer: while a board was made or waited for its picture, something else came for its place.
var errNewer = errors.New("there are newer posts")

// Pictures says how the queue of pictures stands, and what was drawn.
func (b *Bot) Pictures() drawing.State { return b.pictures.State() }

// drawn draws a message with its picture; nil where that fails, so that the words stand alone.
// what says in the log what it was.
func (b *Bot) drawn(draw func(drawing.Size) *Message, size drawing.Size, what ...any) (m *Message) {
	b.caught(func() { m = draw(size) }, what...)
	return m
}

// showMatch shows the match of a post as it stands, and says that its posts are
// delivered. Where clocks run from then on, it shows that, too. It returns errNewer where there
// is something to be posted first.
func (s *sender) showMatch(ctx context.Context, place string, channel ID, p post.Post, at *placeState) error {
	starts, err := s.showBoard(ctx, place, channel, p, at)
	if err == nil {
		err = s.delivered(ctx, place, p)
	}
	if err == nil && starts {
		_, err = s.showBoard(ctx, place, channel, p, at)
	}
	if err == nil {
		err = s.closeLeft(ctx, place, channel, at)
	}
	return err
}

// delivered says that the posts of a match up to one are.
func (s *sender) delivered(ctx context.Context, place string, p post.Post) error {
	id, seq := p.Match()
	err := s.Clocks.Delivered(ctx, place, id, seq, s.Now())
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	return err
}

// makeBoard makes the board of a match in words; nil: it is not shown. It goes on with what the
// message there has shown, or takes its place, as from says.
func (s *sender) makeBoard(ctx context.Context, place string, p post.Post, at *placeState) (b *Board, from Shown, err error) {
	id, seq := p.Match()
	if at.Match == id {
		from = at.Shown
	}
	if b, err = s.boardFrom(ctx, place, id, from); err != nil || b == nil || at.shows(id, b) {
		return b, from, err
	}
	from.Over, from.Last = true, seq
	if n, ok := p.What.(post.MatchNews); ok {
		from.Last = n.From
	}
	b, err = s.boardFrom(ctx, place, id, from)
	return b, from, err
}

func (s *sender) boardFrom(ctx context.Context, place string, id match.ID, from Shown) (*Board, error) {
	b, err := s.Poster.Board(ctx, place, id, from)
	if errors.Is(err, match.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("make board of match %s: %w", id, err)
	}
	return b, nil
}

// showBoard shows the match of a post: in the message that shows it, or in a new one. A new
// one calls people, and is posted in words where its picture is not drawn soon; the message
// that is there changes when it is. It reports whether a clock is to run from the delivery on.
func (s *sender) showBoard(ctx context.Context, place string, channel ID, p post.Post, at *placeState) (starts bool, err error) {
	id, _ := p.Match()
	b, from, err := s.makeBoard(ctx, place, p, at)
	if err != nil || b == nil {
		return false, err
	}
	if err := s.toldBefore(ctx, place, p, b, at); err != nil {
		return false, err
	}
	if b.Draw == nil {
		return b.StartsClock, s.putBoard(ctx, place, channel, p, b, at)
	}
	var shows *Board
	var failed error
	at.want(s.pictures, place, func(size drawing.Size) {
		failed = s.safely(place, func() (err error) {
			if shows, err = s.boardFrom(ctx, place, id, from); err == nil && shows != nil && shows.Draw != nil {
				if m := s.drawn(shows.Draw, size, "match", id); m != nil {
					shows.Message = *m
				}
			}
			return err
		})
	})
	// Where a clock starts, the picture comes after the delivery, and shows until when it runs.
	if !at.shows(id, b) && (b.StartsClock || !s.soon(ctx, at.turn)) {
		if err := s.putBoard(ctx, place, channel, p, b, at); err != nil {
			return false, err
		}
		if err := s.delivered(ctx, place, p); err != nil {
			return false, err
		}
	}
	if err := s.awaitPicture(ctx, place, at); err != nil {
		return false, err
	}
	defer at.free()
	if failed != nil || shows == nil {
		return false, failed
	}
	if err := s.toldBefore(ctx, place, p, shows, at); err != nil {
		return false, err
	}
	return shows.StartsClock, s.putBoard(ctx, place, channel, p, shows, at)
}

// toldBefore returns errNewer where a board shows more than is told: what a program has done
// meanwhile is told first, and calls whoever is asked then, so that the board does not.
func (s *sender) toldBefore(ctx context.Context, place string, p post.Post, b *Board, at *placeState) error {
	if _, seq := p.Match(); b.Seq <= seq {
		return nil
	}
	return s.newer(ctx, place, at)
}

// newer returns errNewer where a post of a place is not told.
func (s *sender) newer(ctx context.Context, place string, at *placeState) error {
	posts, err := s.ready(ctx, place, *at)
	if err == nil && slices.ContainsFunc(posts, func(p post.Post) bool { return p.No > at.Told }) {
		return errNewer
	}
	return err
}

// soon reports whether a picture is drawn so soon that its words can wait for it.
func (s *sender) soon(ctx context.Context, turn *drawing.Turn) bool {
	defer s.stepAside()()
	soon := time.NewTimer(s.Timing.Picture)
	defer soon.Stop()
	select {
	case <-turn.Over():
		return true
	case <-soon.C:
	case <-ctx.Done():
	}
	return false
}

// awaitPicture waits until the picture of a board is drawn. It returns errNewer, and leaves the
// board its turn, as soon as there is a post of the place that is not told.
func (s *sender) awaitPicture(ctx context.Context, place string, at *placeState) error {
	newer := make(chan struct{}, 1)
	newer <- struct{}{} // for what has come since the posts were read
	defer s.look(place, look{told: at.Told, newer: newer})()
	defer s.stepAside()()
	for {
		select {
		case <-at.turn.Over():
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-newer:
		}
		err := s.newer(ctx, place, at)
		if err == nil {
			continue
		}
		select {
		case <-at.turn.Over():
			return nil
		default:
			return err
		}
	}
}

// want has the board of a place drawn. One that is not shown yet leaves it its turn.
func (at *placeState) want(pictures *drawing.Queue, place string, draw func(drawing.Size)) {
	if at.turn != nil {
		at.turn = at.turn.Again(draw)
		return
	}
	at.turn = pictures.Want("board "+place, drawing.Unasked, draw)
}

// free says that the board of a place is shown, or is not going to be for now.
func (at *placeState) free() {
	if at.turn != nil {
		at.turn.Free()
		at.turn = nil
	}
}

// stepAside lets another place be served in place of one that waits for a picture, until the
// function that it returns is called.
func (s *sender) stepAside() (comeBack func()) {
	<-s.slots
	return func() { s.slots <- struct{}{} }
}

// look is how a place that waits for a picture hears that there is something newer there than
// the last post that was told.
type look struct {
	told  uint64
	newer chan struct{} // holds one
}

// look has a place hear of what is newer, until the function that it returns is called.
func (s *sender) look(place string, l look) (lookAway func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks[place] = l
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.looks, place)
	}
}

// putBoard shows a board.
func (s *sender) putBoard(ctx context.Context, place string, channel ID, p post.Post, b *Board, at *placeState) error {
	err := s.postBoard(ctx, place, channel, p, b, at)
	if malformed(err) {
		_, err = s.standIn(ctx, channel, err, place, "board", strconv.FormatUint(p.No, 10))
	}
	if err != nil {
		return err
	}
	if err := s.keepMark(ctx, place, b.Tags); err != nil {
		return err
	}
	s.mark(ctx, place, channel, b.Tags)
	return nil
}

// calledBy notes whom a board that is out has called, and who is called anyway, by the news or elsewhere.
// It reports whether that has changed.
func (at *placeState) calledBy(b *Board) bool {
	before := at.Called
	at.Called = nil
	at.call(b.Message.Mentions.Users, 0) // who is not asked is called once, and anew when they are
	at.call(slices.Collect(maps.Keys(b.Asked)), b.Seq)
	return !maps.Equal(before, at.Called)
}

// postBoard posts a board in a channel, or edits the message that shows it.
func (s *sender) postBoard(ctx context.Context, place string, channel ID, p post.Post, b *Board, at *placeState) error {
	of, _ := p.Match()
	closes := at.Left
	if at.shows(of, b) {
		err := s.rest.repost(ctx, channel, at.Message, b.Message)
		if err == nil && at.calledBy(b) {
			return s.save(ctx, place, *at)
		}
		if !cannotChange(err) {
			return err
		}
	} else if at.Message != "" && at.Match == of && b.Closes != nil {
		closes = append(slices.Clone(closes), left{at.Message, of, at.Shown, b.Since})
	}
	// Its name, which no other board has had, is kept before it is posted: whatever the
	// match has come to by the next start, a message that was posted under it is found
	// again, and none is doubled.
	begun := at.Posting
	if begun>>32 != p.No>>32 { // numbers leap at a restore: it was begun in a time that is lost
		begun = 0
	}
	if begun == 0 || at.Of != of {
		at.Posting, at.Of = p.No, of
		if err := s.save(ctx, place, *at); err != nil {
			return err
		}
	}
	m := b.Message
	m.Mentions.Users = at.uncalled(m.Mentions.Users, b)
	id, err := s.rest.post(ctx, channel, m, nonce(place, "board", strconv.FormatUint(at.Posting, 10), at.Message))
	if err != nil {
		return err
	}
	at.Match, at.Shown, at.Message, at.Left, at.Posting, at.Of = of, Shown{Key: b.Key, Since: b.Since}, id, closes, 0, ""
	at.calledBy(b)
	if err := errors.Join(s.save(ctx, place, *at), s.noteDM(ctx, place, nil)); err != nil {
		return err
	}
	s.pin(ctx, place, channel, id)
	if begun == 0 {
		return nil
	}
	// What was begun before may be there as it was then.
	return s.rest.repost(ctx, channel, id, b.Message)
}

// shows reports whether a board is to be shown by the message that is there.
func (at *placeState) shows(of match.ID, b *Board) bool {
	return at.Message != "" && at.Match == of && at.Key == b.Key && len(at.uncalled(b.Message.Mentions.Users, b)) == 0
}

// closeLeft edits the messages that showed the match of a place before its board a last time, with
// their pictures.
func (s *sender) closeLeft(ctx context.Context, place string, channel ID, at *placeState) error {
	for len(at.Left) > 0 {
		was := at.Left[0]
		b, err := s.boardFrom(ctx, place, was.Match, was.Shown)
		if err != nil {
			return err
		}
		if b != nil && b.Closes != nil {
			if err := s.closeBoard(ctx, place, channel, was, b.Closes(was.Shown, was.Until)); err != nil {
				return err
			}
		}
		at.Left = at.Left[1:]
		if err := s.save(ctx, place, *at); err != nil {
			return err
		}
	}
	return nil
}

// closeBoard edits a message into what becomes of it; nil: it stays as it is.
func (s *sender) closeBoard(ctx context.Context, place string, channel ID, was left, b *Board) error {
	if b == nil {
		return nil
	}
	m := b.Message
	if b.Draw != nil {
		turn := s.pictures.Want("closed "+place, drawing.Unasked, func(size drawing.Size) {
			if d := s.drawn(b.Draw, size, "match", was.Match); d != nil {
				m = *d
			}
		})
		defer turn.Free()
		if err := s.await(ctx, turn); err != nil {
			return err
		}
	}
	return s.editLast(ctx, channel, was.Message, m)
}

// await waits until a picture is drawn.
func (s *sender) await(ctx context.Context, turn *drawing.Turn) error {
	defer s.stepAside()()
	select {
	case <-turn.Over():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
