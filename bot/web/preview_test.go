package web

import (
	"strings"
	"testing"
)

// TestPreviewTags: they say what there is, escape what strangers wrote, and ask for a large picture only where there is one.
func TestPreviewTags(t *testing.T) {
	for _, of := range []struct {
		p         Preview
		has, lack []string
	}{
		{lack: []string{"<"}},
		{Preview{Title: `"><script>Ann`}, []string{`property="og:title" content="&#34;&gt;&lt;script&gt;Ann"`, `content="summary"`}, []string{"<script", "og:image", "og:description"}},
		{
			Preview{Title: "Ann – Ben", Text: "Ann wins.", Picture: "https://referee.example.org/replay/x/picture.png?n=12"},
			[]string{`content="Ann – Ben"`, `property="og:description" content="Ann wins."`, `property="og:image" content="https://referee.example.org/replay/x/picture.png?n=12"`, `name="twitter:card" content="summary_large_image"`},
			nil,
		},
	} {
		tags, err := of.p.Tags()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range of.has {
			if !strings.Contains(string(tags), want) {
				t.Errorf("%+v lacks %s:\n%s", of.p, want, tags)
			}
		}
		for _, no := range of.lack {
			if strings.Contains(string(tags), no) {
				t.Errorf("%+v has %s:\n%s", of.p, no, tags)
			}
		}
	}
}
