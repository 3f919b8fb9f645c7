package mail_test

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/schedule"
	"referee/engine"
)

// What players arrange beside playing they do by mail: the other side accepts by mail, and nobody else does.
func TestOffersByMail(t *testing.T) {
	b := newBench(t)
	id := b.beginClocked()
	paused := func() bool { return b.look(id).Settings[schedule.SettingPause] != "" }
	b.reply(anna, "pause 7")
	b.says(ben, part("mail.offered"))
	if paused() {
		t.Error("a pause has begun that nobody agreed to")
	}
	b.reply(anna, "accept")
	if paused() {
		t.Error("who proposes a pause agrees for the other side")
	}
	b.reply(ben, "accept")
	if !paused() {
		t.Fatalf("a pause that was agreed to has not begun:\n%s", plain(b.last(ben)))
	}
	b.reply(ben, "end the pause")
	if paused() {
		t.Errorf("it does not end:\n%s", plain(b.last(ben)))
	}
	b.reply(anna, "plan march")
	b.reply(ben, "plan march")
	marches := strconv.Itoa(b.seq(id))
	b.reply(anna, "stay")
	b.reply(ben, "stay")
	to := b.seq(id)
	b.still(id, "going back to nowhere", func() { b.reply(anna, "ask-back 9999") })
	b.reply(anna, "ask-back "+marches)
	if l := b.look(id); l.AskedBack == 0 {
		t.Fatalf("nobody is asked to go back:\n%s", plain(b.last(anna)))
	}
	b.reply(ben, "accept")
	if said := plain(b.last(ben)); b.seq(id) <= to || !strings.Contains(said, english("referee.told.gone-back", engine.Text("n", marches))) {
		t.Errorf("it did not go back:\n%s", said)
	}
	b.still(id, "a vacation that the clock has no days for", func() { b.reply(anna, "vacation 2026-02-01 2026-02-03") })
}
