package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/cookiejar"
	"os"
	"slices"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/bot/board"
)

// atBoard is "atboard ORDER…": orders are given on the one match of the board at BOARD, as they are typed there; "undo", and
// "confirm" for what is half built, are the buttons, and "seal" fetches the file behind that button. What is answered is
// printed, JSON line by line.
func atBoard(ts *testscript.TestScript, _ bool, args []string) {
	jar, err := cookiejar.New(nil)
	ts.Check(err)
	client := &http.Client{Jar: jar}
	fetched := func(res *http.Response, err error) (*http.Response, []byte) {
		ts.Check(err)
		text, err := io.ReadAll(res.Body)
		ts.Check(err)
		ts.Check(res.Body.Close())
		return res, text
	}
	page, _ := fetched(client.Get(ts.Getenv("BOARD")))
	at := page.Request.URL
	for i, order := range args {
		var st board.State
		_, text := fetched(client.Get(at.String() + "/state"))
		ts.Check(json.Unmarshal(text, &st))
		d := board.Action{Key: fmt.Sprintf("order-%d-of-%p", i, &st), Seen: st.Seen, Seat: st.Viewer.Seat, Do: "order", Text: order}
		switch order {
		case "seal":
			i := slices.IndexFunc(st.Acts, func(a board.Button) bool { return a.Do == "seal" })
			if i < 0 {
				ts.Fatalf("nothing can be sealed: %s", text)
			}
			res, text := fetched(client.Get(at.Scheme + "://" + at.Host + st.Acts[i].Get))
			_, named, err := mime.ParseMediaType(res.Header.Get("Content-Disposition"))
			ts.Check(err)
			ts.Check(os.WriteFile(ts.MkAbs(named["filename"]), text, 0o600))
			continue
		case "undo":
			d.Do, d.Text = order, ""
		case "confirm":
			d.Do, d.Text, d.Prompt, d.Path = "answer", "", st.Asks[0].Prompt, st.Asks[0].Node.Path
		}
		text, err := json.Marshal(d)
		ts.Check(err)
		res, text := fetched(client.Post(at.String()+"/do", "application/json", bytes.NewReader(text)))
		fmt.Fprintf(ts.Stdout(), "%s: %s %s\n", order, res.Status, text)
	}
}
