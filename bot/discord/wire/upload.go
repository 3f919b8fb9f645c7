package wire

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// fetchWithin is how long Discord may take to hand over a file. Its command is deferred meanwhile.
const fetchWithin = 10 * time.Second

// fileHosts are where Discord keeps what people upload (Reference, CDN). Nothing is fetched from anywhere else.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// fetcher is the client by which files are fetched: without our token, and to no other place than it is sent to.
func fetcher(transport http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// fetch reads a file that was uploaded, of at most so many bytes.
func (b *Bot) fetch(ctx context.Context, f *discordgo.MessageAttachment, most int) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, fetchWithin)
	defer stop()
	at, err := url.Parse(f.URL)
	if err != nil || at.Scheme != "https" || at.User != nil || !slices.Contains(fileHosts, at.Host) {
		return nil, fmt.Errorf("discord: %.100q is not a file on Discord", f.URL)
	}
	if f.Size > most {
		return nil, fmt.Errorf("discord: a file of %d bytes, and %d are read", f.Size, most)
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, err
	}
	a, err := b.files.Do(q)
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Body.Close() }()
	if a.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("discord: the file is answered with %s", a.Status)
	}
	text, err := io.ReadAll(io.LimitReader(a.Body, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("discord: a file with more than %d bytes", most)
	}
	return text, err
}
