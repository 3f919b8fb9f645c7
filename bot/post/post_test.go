package post_test

import (
	"bytes"
	_ "embed"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// stored has a post of every kind as the outboxes of running matches hold them, written
// when they were all of one type. Lines are added, never changed.
//
//go:embed testdata/posts.txt
var stored string

// kinds are the posts of the file, in its order.
func kinds() []post.Kind {
	by := &post.Actor{Account: "discord:9", As: authority.Organiser}
	return []post.Kind{
		post.MatchNews{Match: "m1", From: 3, To: 7},
		post.MatchNews{Match: "m1", From: 7, To: 7},
		post.MatchNews{Match: "m1", From: 3, To: 7, By: by},
		post.Call{Match: "m1", Seq: 7, Kind: post.CallTurn, Account: "discord:1", Player: 2, Asked: 1234567890123},
		post.Call{Match: "m1", Seq: 7, Kind: post.CallOver, Account: "discord:1", Player: 2},
		post.Call{Match: "m1", Seq: 7, Kind: post.CallRemind, Account: "discord:1", Player: 2, Asked: 1234567890123},
		post.Call{Match: "m1", Seq: 7, Kind: post.CallDigest, Account: "discord:1"},
		post.LeagueNews{League: "l1", From: 3, To: 7},
		post.LeagueNews{League: "l1", From: 3, To: 7, By: by},
		post.LeagueNews{League: "l1", From: 7, To: 7},
		post.OpenMatch{League: "l1", No: 4},
		post.Bidding{League: "l1", No: 4},
		post.Bidding{League: "l1", No: 4, Again: true},
		post.Complete{League: "l1"},
		post.Clocks{Match: "m1", Seq: 7, Now: post.ClocksStand},
		post.Clocks{Match: "m1", Seq: 7, Now: post.ClocksRun},
		post.Judges{Match: "m1", From: 3, To: 7},
		post.Relocation{Match: "m1", Seq: 7, State: post.RelocationAsked, Place: "discord:5", Player: 1},
		post.Relocation{Match: "m1", Seq: 7, State: post.RelocationDeclined, Place: "discord:5", Player: 1},
		post.Relocation{Match: "m1", Seq: 7, State: post.RelocationDone, Place: "discord:5"},
		post.Relocation{Match: "m1", Seq: 7, State: post.RelocationDone, Place: "discord:5", By: by},
		post.Notice{Said: engine.Say("operator.disk", engine.Num("n", 3), engine.Text("where", "/data <\u2028>"))},
		post.Welcome{Home: "discord:5", Name: "Club", Language: "fr", Else: "discord:6"},
	}
}

// TestStoredPosts: what an older program left in an outbox is read, and what is written
// is what it would read.
func TestStoredPosts(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(stored), "\n")
	if len(lines) != len(kinds()) {
		t.Fatalf("%d lines for %d posts", len(lines), len(kinds()))
	}
	for i, k := range kinds() {
		name, body, _ := strings.Cut(lines[i], " ")
		t.Run(name, func(t *testing.T) {
			in := post.Intent("here", k)
			if in.Place != "here" || string(in.Body) != body {
				t.Errorf("written as\n%s\nwant\n%s", in.Body, body)
			}
			p, err := post.Read(match.Intent{No: 3, Body: []byte(body)})
			if err != nil || p.No != 3 || !reflect.DeepEqual(p.What, k) {
				t.Errorf("read as %#v, want %#v: %v", p.What, k, err)
			}
		})
	}
}

// TestReadRefuses what this program would not have written, and says which post it is.
func TestReadRefuses(t *testing.T) {
	for name, body := range map[string]string{
		"nothing":           ``,
		"no JSON":           `match`,
		"another value":     `[]`,
		"more than one":     `{"match":"m","from":0,"to":1}{}`,
		"a kind of later":   `{"match":"m","from":0,"to":1,"later":{}}`,
		"no kind":           `{"match":"","from":0,"to":0}`,
		"two kinds":         `{"match":"m","from":1,"to":1,"clocks":"run","bench":true}`,
		"a league's match":  `{"match":"m","from":1,"to":1,"league":"l"}`,
		"an unknown call":   `{"match":"m","from":1,"to":1,"call":{"kind":"shout","account":"a"}}`,
		"an unknown state":  `{"match":"m","from":1,"to":1,"move":{"state":"lost","place":"p"}}`,
		"unknown of clocks": `{"match":"m","from":1,"to":1,"clocks":"melt"}`,
		"a match less":      `{"match":"","from":0,"to":0,"league":"l","opens":-1}`,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := post.Read(match.Intent{No: 57, Body: []byte(body)})
			if err == nil || !strings.HasPrefix(err.Error(), "post: read post 57: ") {
				t.Errorf("read as %#v: %v", p.What, err)
			}
		})
	}
}

// TestMatch is what a post is about.
func TestMatch(t *testing.T) {
	for _, k := range kinds() {
		id, seq := post.Post{What: k}.Match()
		want := ""
		switch k.(type) {
		case post.MatchNews, post.Call, post.Clocks, post.Judges, post.Relocation:
			want = "m1 7"
		case post.LeagueNews, post.OpenMatch, post.Bidding, post.Complete, post.Notice, post.Welcome:
		}
		if got := fmt.Sprint(id, " ", seq); id != "" && got != want || id == "" && want != "" {
			t.Errorf("%#v is about %q", k, got)
		}
	}
}

func TestDirectMessages(t *testing.T) {
	if account, ok := post.DMAccount(post.DMPlace("a:b")); !ok || account != "a:b" {
		t.Error(account, ok)
	}
	if post.DMPlace("a") != "letter:a" {
		t.Error("places in stores are named otherwise")
	}
	if _, ok := post.DMAccount("here"); ok {
		t.Error("a channel is somebody's")
	}
}

// FuzzRead: what is read is written again, and read as the same.
func FuzzRead(f *testing.F) {
	for line := range strings.Lines(stored) {
		_, body, _ := strings.Cut(line, " ")
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := post.Read(match.Intent{No: 1, Body: body})
		if err != nil {
			return
		}
		in := post.Intent("here", p.What)
		again, err := post.Read(match.Intent{No: 1, Body: in.Body})
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%#v is read as %#v: %v", p, again, err)
		}
		if twice := post.Intent("here", again.What); !bytes.Equal(in.Body, twice.Body) {
			t.Errorf("%s is written as %s", in.Body, twice.Body)
		}
	})
}
