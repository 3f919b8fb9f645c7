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

// makeBoard makes the board of a match in words; nil: it is not shown.
func (s *sender) makeBoard(ctx context.Context, place string, id match.ID, told int) (*Board, error) {
	b, err := s.Poster.Board(ctx, place, id, told)
	if errors.Is(err, match.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("make board of match %s: %w", id, err)
	}
	return b, nil
}

// drawBoard makes the board of a match as it stands by now, with its picture.
func (s *sender) drawBoard(ctx context.Context, place string, id match.ID, told int, size drawing.Size) (*Board, error) {
	b, err := s.makeBoard(ctx, place, id, told)
	if err != nil || b == nil || b.Draw == nil {
		return b, err
	}
	if m := s.drawn(b.Draw, size, "match", id); m != nil {
		b.Message = *m
	}
	return b, nil
}

// showBoard shows the match of a post: in the message that shows it, or in a new one. A new
// one calls people, and is posted in words where its picture is not drawn soon; the message
// that is there changes when it is. It reports whether a clock is to run from the delivery on.
func (s *sender) showBoard(ctx context.Context, place string, channel ID, p post.Post, at *placeState) (starts bool, err error) {
	id, _ := p.Match()
	told := 0
	if at.News == id {
		told = at.Seq
	}
	b, err := s.makeBoard(ctx, place, id, told)
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
			shows, err = s.drawBoard(ctx, place, id, told, size)
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

// putBoard shows a board, and keeps whom it has called.
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
	before := at.Called
	at.Called = nil
	at.call(slices.Collect(maps.Keys(b.Asked)), b.Seq) // by the board, by the news or elsewhere
	if maps.Equal(before, at.Called) {
		return nil
	}
	return s.save(ctx, place, *at)
}

// postBoard posts a board in a channel, or edits the message that shows it.
func (s *sender) postBoard(ctx context.Context, place string, channel ID, p post.Post, b *Board, at *placeState) error {
	of, _ := p.Match()
	if at.shows(of, b) {
		err := s.rest.repost(ctx, channel, at.Message, b.Message)
		if !cannotChange(err) {
			return err
		}
	}
	if err := s.closeBoard(ctx, channel, of, b, at); err != nil {
		return err
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
	at.Match, at.Key, at.Message, at.Posting, at.Of = of, b.Key, id, 0, ""
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
	return at.Message != "" && at.Match == of && at.Key == b.Key
}

// closeBoard edits the message that shows a match a last time, where another board is to
// take its place.
func (s *sender) closeBoard(ctx context.Context, channel ID, of match.ID, b *Board, at *placeState) error {
	if at.Message == "" || at.Match != of || at.Key == b.Key || b.Closes == nil {
		return nil
	}
	m := b.Closes(at.Key)
	if m == nil {
		return nil
	}
	return s.editLast(ctx, channel, at.Message, *m)
}
