package wire

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"referee/bot/post"
)

// errNoThread: Discord refused the thread of a post, though it took the message at which the thread was to begin: for the
// kind of channel, for room, or for a permission.
var errNoThread = errors.New("the thread was refused")

// putAside lets a post wait whose thread was refused: what stands behind it does not. The
// people concerned are told so, once. Threads are tried again later with each try of the place
// in which one is refused; again is that another was in the same try.
func (s *sender) putAside(ctx context.Context, place string, channel ID, p post.Post, at *placeState, again bool, refused error) error {
	s.mu.Lock()
	w := s.threads[place]
	if !again {
		w.next = min(max(2*w.next, s.Timing.RetryPost), retryShut)
	}
	w.until = time.Now().Add(w.next)
	s.threads[place] = w
	s.mu.Unlock()
	s.Log.Warn("there can be no thread, trying again", "place", place, "post", p.No, "in", w.next, "error", refused)
	if slices.Contains(at.Aside, p.No) {
		return nil
	}
	public, letters, err := s.Poster.Threadless(ctx, place, p)
	if err != nil {
		return err
	}
	if public != nil {
		if _, err := s.rest.post(ctx, channel, *public, nonce("threadless", place, strconv.FormatUint(p.No, 10))); err != nil {
			return err
		}
	}
	for _, m := range letters {
		if err := s.sendDM(ctx, m, nonce("threadless", place, strconv.FormatUint(p.No, 10), m.To)); err != nil {
			s.Log.Warn("cannot tell somebody that there is no thread", "place", place, "error", err) // they may accept no messages
		}
	}
	at.Told = max(at.Told, p.No)
	at.Aside = append(at.Aside, p.No)
	return s.save(ctx, place, *at)
}

// ready are the posts that wait for a place, without those whose threads were refused as
// long as it is too early to try these again.
func (s *sender) ready(ctx context.Context, place string, at placeState) ([]post.Post, error) {
	posts, err := s.Outbox.Posts(ctx, place)
	if err != nil || len(at.Aside) == 0 {
		return posts, err
	}
	s.mu.Lock()
	early := time.Now().Before(s.threads[place].until)
	s.mu.Unlock()
	if !early {
		return posts, nil
	}
	return slices.DeleteFunc(posts, func(p post.Post) bool { return slices.Contains(at.Aside, p.No) }), nil
}
