package main

import (
	"strings"
	"testing"

	"referee/bot/discord/clubs"
	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/engine"
)

// TestLeagueWords: what is written about a league by mail is called first as the command is in Discord, in each language.
func TestLeagueWords(t *testing.T) {
	words, err := locale.New(nil, lines.Catalogue, clubs.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	same := map[string]string{"league": "league", "appeal": "appeal"}
	for _, name := range strings.Fields("join leave standings pairings bid report withdraw rules log challenge wish vacation block") {
		same["league."+name] = "league." + name
	}
	for typed, command := range same {
		for _, lang := range locale.Languages {
			if got, want := lines.Spelled(words, lang, typed), words.Say(lang, engine.Say("discord.command."+command)); got != want {
				t.Errorf("%s: by mail it is %q, in Discord %q", lang, got, want)
			}
		}
	}
}
