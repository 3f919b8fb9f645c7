package incoming_test

import (
	"fmt"
	"strings"

	"referee/bot/mail/incoming"
)

func ExampleRead() {
	const mail = `From: Ana <ana@example.org>
To: referee+k7f2@club.example
Subject: Re: Celles 12: your move
Message-ID: <1@example.org>

lehr-a 2316 stop

On Sun, 22 Nov 2026 at 21:04, The referee <referee@club.example> wrote:
> It is your turn.
`
	m, err := incoming.Read(strings.NewReader(mail), incoming.Limits{}, incoming.Config{Own: []string{"referee@club.example"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Kind, m.Key, m.From.Address, m.To)
	fmt.Println(m.Lines)
	for _, l := range m.Left {
		fmt.Println("left out:", l.Why, l.Lines)
	}
	// Output:
	// person 1@example.org ana@example.org [referee+k7f2@club.example]
	// [lehr-a 2316 stop]
	// left out: quoted 2
}
