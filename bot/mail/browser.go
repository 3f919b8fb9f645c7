package mail

import (
	"referee/bot/board/links"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
)

// Browsers lets people into the board of a match in their browser: *links.Book does.
type Browsers interface {
	// Link makes a link that is good for one browser once.
	Link(who links.For, in links.Room) (address string, err error)
	// Revoke ends a link or a visit of an account, or all with "", and says how many.
	Revoke(account, id string) (n int, err error)
}

// browser does what a line says about the board in the browser: the answer has a link to it, as every mail about a match has,
// or all links and visits end.
func (v *visit) browser(arg string) ([]engine.Msg, error) {
	switch {
	case v.Browsers == nil:
		return said("mail.browser-none"), nil
	case lines.Off(arg):
		v.unlinked = true
		n, err := v.Browsers.Revoke(v.p.Account, "")
		return said("mail.browser-ended", engine.Num("n", n)), err
	case v.t.Match == "":
		return said("mail.browser-match"), nil
	}
	return said("mail.browser-below"), nil
}

// tellBrowser adds a link to the board of the match in the browser. Whoever cannot be let in gets none.
func (v page) tellBrowser() error {
	if v.Browsers == nil || v.unlinked {
		return nil
	}
	at, err := v.Browsers.Link(links.For{Account: v.p.Account, Name: v.p.Name, Lang: v.p.Lang, Door: door, Lasts: links.Mailed}, links.Room{Match: v.t.Match, Seat: v.t.Seat})
	if err != nil {
		if referee.IsRefusal(err) {
			return nil
		}
		return err
	}
	v.mail.Blocks = append(v.mail.Blocks, outgoing.Link{Text: v.say(engine.Say("mail.browser", engine.Num("n", int(links.Mailed.Hours()/24)), engine.Text("end", lines.Spelled(v.speech.words, v.p.Lang, "browser")))), URL: at})
	return nil
}
