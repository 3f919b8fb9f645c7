package wire

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// answering answers requests, and notes where they went.
type answering struct {
	status int
	body   string
	to     []string
}

func (a *answering) RoundTrip(q *http.Request) (*http.Response, error) {
	a.to = append(a.to, q.URL.String())
	return &http.Response{StatusCode: a.status, Header: http.Header{"Location": {"http://127.0.0.1/"}}, Body: io.NopCloser(strings.NewReader(a.body)), Request: q}, nil
}

// TestFilesOfDiscordAlone: what is uploaded is fetched from where Discord keeps files, once, and not more than is wanted.
func TestFilesOfDiscordAlone(t *testing.T) {
	const there = "https://cdn.discordapp.com/ephemeral-attachments/1/2/my.sealed?ex=1"
	for what, of := range map[string]struct {
		url     string
		size    int
		status  int
		body    string
		asked   int
		fetched bool
	}{
		"a file":                  {there, 4, 200, "text", 1, true},
		"the other host":          {"https://media.discordapp.net/a/b", 4, 200, "text", 1, true},
		"one that is not there":   {there, 4, 404, "", 1, false},
		"one that leads away":     {there, 4, 302, "", 1, false},
		"a large one":             {there, 9, 200, "123456789", 0, false},
		"one larger than it says": {there, 4, 200, "123456789", 1, false},
		"in the clear":            {"http://cdn.discordapp.com/a", 4, 200, "text", 0, false},
		"elsewhere":               {"https://example.org/a", 4, 200, "text", 0, false},
		"another port":            {"https://cdn.discordapp.com:8443/a", 4, 200, "text", 0, false},
		"a host like it":          {"https://cdn.discordapp.com.example.org/a", 4, 200, "text", 0, false},
		"with a name":             {"https://cdn.discordapp.com@example.org/a", 4, 200, "text", 0, false},
		"for somebody":            {"https://me:you@cdn.discordapp.com/a", 4, 200, "text", 0, false},
		"no address":              {"::", 4, 200, "text", 0, false},
		"none":                    {"", 4, 200, "text", 0, false},
	} {
		a := &answering{status: of.status, body: of.body}
		b := &Bot{files: fetcher(a)}
		text, err := b.fetch(t.Context(), &discordgo.MessageAttachment{Filename: "my.sealed", Size: of.size, URL: of.url}, 8)
		if (err == nil) != of.fetched || of.fetched && string(text) != of.body || len(a.to) != of.asked {
			t.Errorf("%s: %q, %v; asked: %v", what, text, err, a.to)
		}
	}
}
