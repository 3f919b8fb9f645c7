package discord

import (
	"context"
	"net/http"
	"strconv"

	"referee/bot/referee"
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

// thread posts a message with a thread. To try it again makes no second one: the
// message has a nonce, a message has one thread, and both have one id.
func (r *rest) thread(ctx context.Context, channel ID, m Message, name, nonce string) (ID, error) {
	id, err := r.post(ctx, channel, m, nonce)
	if err != nil {
		return "", err
	}
	path := "/channels/" + string(channel)
	_, err = r.send(ctx, request{
		method: http.MethodPost, path: path + "/messages/" + string(id) + "/threads", bucket: "thread" + path,
		body: wireThread{Name: name, Archive: archiveAfter},
	})
	if refusedFor(err, codeThreadThere) {
		err = nil
	}
	return id, err
}

// privateThread makes a thread that only its members see, and those who manage
// threads. To try it again may make a second one.
func (r *rest) privateThread(ctx context.Context, channel ID, name string) (ID, error) {
	path := "/channels/" + string(channel)
	no := false
	text, err := r.send(ctx, request{
		method: http.MethodPost, path: path + "/threads", bucket: "thread" + path,
		body: wireThread{Name: name, Archive: archiveAfter, Type: privateThread, Invites: &no},
	})
	if err != nil {
		return "", err
	}
	return idOf(text)
}

// roomFor is the channel in which a post is told: that of its place, or a thread,
// which is made if need be.
func (s *sender) roomFor(ctx context.Context, place string, channel ID, p referee.Post) (ID, *Room, error) {
	r, err := s.Poster.Room(place, p)
	if err != nil || r == nil {
		return channel, nil, err
	}
	if r.Thread != "" {
		return r.Thread, r, nil
	}
	ctx, stop := context.WithTimeout(ctx, postWithin)
	defer stop()
	if r.Message == nil {
		r.Thread, err = s.rest.privateThread(ctx, channel, r.Name)
	} else {
		r.Thread, err = s.rest.thread(ctx, channel, *r.Message, r.Name, nonce("room", place, strconv.FormatUint(p.No, 10)))
	}
	if err != nil {
		return "", nil, err
	}
	return r.Thread, r, s.Poster.Housed(place, p, r.Thread)
}
