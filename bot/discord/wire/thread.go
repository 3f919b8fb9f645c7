package wire

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"referee/bot/discord/rest"
	"referee/bot/post"
)

// Kinds of thread, with Discord's numbers.
const privateThread = 12

// archiveAfter is after how many minutes without a message a thread is folded
// away; it comes back with the next one.
const archiveAfter = 7 * 24 * 60

// wireThread is a thread as it is asked for.
type wireThread struct {
	Name    string `json:"name"`
	Archive int    `json:"auto_archive_duration"`
	Type    int    `json:"type,omitempty"`
	Invites *bool  `json:"invitable,omitempty"` // may members bring others in?
}

// threadAt makes a thread at a message. To try it again makes no second one: a
// message has one thread, and both have one id.
func (r *api) threadAt(ctx context.Context, channel, message ID, name string) error {
	path := "/channels/" + string(channel)
	_, err := r.Send(ctx, rest.Request{
		Method: http.MethodPost, Path: path + "/messages/" + string(message) + "/threads",
		Body: wireThread{Name: name, Archive: archiveAfter},
	})
	if rest.Refused(err, rest.ThreadThere) {
		return nil
	}
	return err
}

// privateThread makes a thread that only its members see, and those who manage
// threads. To try it again may make a second one.
func (r *api) privateThread(ctx context.Context, channel ID, name string) (ID, error) {
	path := "/channels/" + string(channel)
	no := false
	text, err := r.Send(ctx, rest.Request{
		Method: http.MethodPost, Path: path + "/threads",
		Body: wireThread{Name: name, Archive: archiveAfter, Type: privateThread, Invites: &no},
	})
	if err != nil {
		return "", err
	}
	return idOf(text)
}

// threadFor is the channel in which a post is told: that of its place, or a thread,
// which is made if need be.
func (s *sender) threadFor(ctx context.Context, place string, channel ID, p post.Post, at *placeState) (ID, *Thread, error) {
	r, err := s.Poster.Thread(place, p)
	if err != nil || r == nil {
		return channel, nil, err
	}
	if r.ID != "" {
		return r.ID, r, nil
	}
	ctx, stop := context.WithTimeout(ctx, postWithin)
	defer stop()
	if r.Message == nil {
		r.ID, err = s.rest.privateThread(ctx, channel, r.Name)
	} else {
		r.ID, err = s.startThread(ctx, place, channel, p, r, at)
	}
	if err != nil {
		return "", nil, err
	}
	return r.ID, r, s.Poster.ThreadMade(place, p, r.ID)
}

// startThread makes the thread of a post at its message, which is posted once: it calls
// people, and a thread may be refused for days.
func (s *sender) startThread(ctx context.Context, place string, channel ID, p post.Post, r *Thread, at *placeState) (ID, error) {
	if at.Begun != p.No || at.Start == "" {
		id, err := s.rest.post(ctx, channel, *r.Message, nonce("room", place, strconv.FormatUint(p.No, 10), string(at.Start)))
		if err != nil {
			return "", err
		}
		at.Begun, at.Start = p.No, id
		if err := s.save(place, *at); err != nil {
			return "", err
		}
	}
	err := s.rest.threadAt(ctx, channel, at.Start, r.Name)
	if rest.Refused(err, rest.UnknownMessage) {
		at.Begun = 0 // it was deleted: the next try posts another
		return "", errors.Join(err, s.save(place, *at))
	}
	return at.Start, err
}
