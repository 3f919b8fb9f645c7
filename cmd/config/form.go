package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"referee/bot/locale"
	"referee/bot/web"
)

// form is what a setting can be.
type form struct {
	// example is a value, as it may be written; "": nothing needs one.
	example string
	// read reads the text that was set, or says what is wrong with it.
	read func(text string) (any, error)
}

// asIn shows the example behind what is wrong.
func (f form) asIn() string {
	if f.example == "" {
		return ""
	}
	return "; for example: " + f.example
}

// The forms that need nothing said.
var (
	word   = form{read: func(text string) (any, error) { return text, nil }}
	secret = word
)

// language is one that is spoken.
var language = form{"en", func(text string) (any, error) {
	if !slices.Contains(locale.Languages, text) {
		return nil, fmt.Errorf("%q is not a language of the referee: use %s", text, strings.Join(locale.Languages, ", "))
	}
	return text, nil
}}

// aFile is the path of a file, which need not be there.
var aFile = form{read: func(text string) (any, error) {
	if info, err := os.Stat(text); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file", text)
	}
	return text, nil
}}

// aDirectory is the path of a directory, which need not be there.
var aDirectory = form{"/srv/referee", func(text string) (any, error) {
	if info, err := os.Stat(text); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file: name a directory", text)
	}
	return text, nil
}}

// webAddress is the address of a server of HTTP, or none.
var webAddress = form{"https://api.drand.sh", func(text string) (any, error) {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		return nil, fmt.Errorf("%q is not the address of a web server", text)
	}
	return text, nil
}}

// site is where this program is reached from outside: mails may name nothing that is not over https.
var site = form{"https://referee.example.org", func(text string) (any, error) {
	at, err := url.Parse(text)
	if text != "" && (err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "") {
		return nil, fmt.Errorf("%q is not an https address", text)
	}
	return strings.TrimSuffix(text, "/"), nil
}}

// listening is an address at which something listens, or none.
var listening = form{"127.0.0.1:8080", func(text string) (any, error) { return web.Address(text) }}

// networks are addresses, or networks of them, with commas.
var networks = form{"127.0.0.1, 172.17.0.0/16", func(text string) (any, error) {
	list := []netip.Prefix{}
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := netip.ParsePrefix(one)
		if at, alone := netip.ParseAddr(one); alone == nil {
			network, err = netip.PrefixFrom(at, at.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is neither an address nor a network", one)
		}
		list = append(list, network.Masked())
	}
	return list, nil
}}

// mailAddress is the address of a mailbox, or none. It has no tag, as one is put behind its name.
var mailAddress = form{"referee@example.org", func(text string) (any, error) {
	parsed, err := mail.ParseAddress("<" + text + ">")
	if text != "" && (err != nil || parsed.Address != text || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII || r == '+' })) {
		return nil, fmt.Errorf("%q is not the address of a mailbox", text)
	}
	return text, nil
}}

// mailServer is a host with a port, or none.
func mailServer(example string) form {
	return form{example, func(text string) (any, error) {
		host, port, err := net.SplitHostPort(text)
		if n, bad := strconv.ParseUint(port, 10, 16); text != "" && (err != nil || host == "" || bad != nil || n == 0) {
			return nil, fmt.Errorf("%q is not a server with a port", text)
		}
		return text, nil
	}}
}

// security is how a connection is kept from being read.
var security = oneOf("tls", "starttls", "none")

// timeFrom is a length of time of at least so much.
func timeFrom(least time.Duration, example string) form {
	return form{example, func(text string) (any, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d < least {
			return nil, fmt.Errorf("%q is not a length of time of at least %s", text, least)
		}
		return d, nil
	}}
}

// count is a number from 0.
var count = form{"7", func(text string) (any, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("%q is not a whole number of at least 0", text)
	}
	return n, nil
}}

// shards is a number of connections to Discord; 0: as many as it recommends.
var shards = form{"auto", func(text string) (any, error) {
	if text == "auto" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return nil, fmt.Errorf("%q is neither auto nor a whole number of at least 1", text)
	}
	return n, nil
}}

// oneOf is one of a few words.
func oneOf(words ...string) form {
	return form{words[0], func(text string) (any, error) {
		if !slices.Contains(words, text) {
			return nil, fmt.Errorf("%q is not one of %s", text, strings.Join(words, ", "))
		}
		return text, nil
	}}
}

// anID is how Discord numbers servers, roles and people.
const anID = "123456789012345678"

// id is a number of Discord, or none.
var id = form{anID, func(text string) (any, error) {
	if text != "" && !isID(text) {
		return nil, fmt.Errorf("%q is not a Discord id, which is a number", text)
	}
	return text, nil
}}

// ids are numbers of Discord, with commas.
var ids = form{anID + ",223456789012345678", func(text string) (any, error) {
	list := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for _, one := range list {
		if !isID(one) {
			return nil, fmt.Errorf("%q is not a Discord id, which is a number", one)
		}
	}
	return list, nil
}}

// isID reports whether a text is a number as Discord gives them (Reference, Snowflakes).
func isID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0
}

// token is what a bot says to be let in.
var token = form{read: func(text string) (any, error) { return text, Token(text) }}

// Token says what is wrong with a token of Discord, without showing it.
func Token(text string) error {
	switch {
	case strings.HasPrefix(text, "Bot "):
		return errors.New("the token does not begin with “Bot ”: remove that")
	case strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII }):
		return errors.New("the token has a space or a character that no token has: copy it again from the page of your application")
	}
	return nil
}
