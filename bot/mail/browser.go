package mail

import (
	"context"

	"referee/bot/board/links"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
)

// Browsers lets people into the board of a match in their browser: *links.Book does.
type Browsers interface {
	// Link makes a link that is good for one browser once.
	Link(ctx context.Context, who links.For, in links.Room) (address string, err error)
	// Revoke ends a link or a visit of an account, or all with "", and says how many.
	Revoke(ctx context.Context, account, id string) (n int, err error)
}

// browser does what a line says about the board in the browser: the answer has a link to it, as every mail about a match has,
// or all links and visits end.
func (h *handler) browser(arg string) ([]engine.Msg, error) {
	switch {
	case h.door.Browsers == nil:
		return said("mail.browser-none"), nil
	case lines.Off(arg):
		h.reply.unlinked = true
		n, err := h.door.Browsers.Revoke(h.edit.Context(), h.person.Account, "")
		return said("mail.browser-ended", engine.Num("n", n)), err
	case h.token.Match == "":
		return said("mail.browser-match"), nil
	}
	return said("mail.browser-below"), nil
}

// tellBrowser adds a link to the board of the match in the browser. Whoever cannot be let in gets none.
func (w page) tellBrowser() error {
	if w.door.Browsers == nil || w.reply.unlinked {
		return nil
	}
	at, err := w.door.Browsers.Link(w.edit.Context(), links.For{Account: w.person.Account, Name: w.person.Name, Lang: w.person.Lang, Door: door, Lasts: links.Mailed}, links.Room{Match: w.token.Match, Seat: w.token.Seat})
	if err != nil {
		if referee.IsRefusal(err) {
			return nil
		}
		return err
	}
	w.out.Blocks = append(w.out.Blocks, outgoing.Block{Link: &outgoing.Link{Text: w.say(engine.Say("mail.browser", engine.Num("n", int(links.Mailed.Hours()/24)), engine.Text("end", lines.Spelled(w.speech.words, w.person.Lang, "browser")))), URL: at}})
	return nil
}
