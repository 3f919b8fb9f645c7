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

// format converts the text that a setting was set to, or says what is wrong with it and what to write.
type format func(text string) (any, error)

// formatOf makes a format from a function that reports whether a text is valid. wrong describes an invalid text: "not
// a number".
func formatOf[T any](example, wrong string, parse func(text string) (T, bool)) format {
	return func(text string) (any, error) {
		value, ok := parse(text)
		if !ok {
			return nil, fmt.Errorf("%q is %s; for example: %s", text, wrong, example)
		}
		return value, nil
	}
}

// listOf makes the format of a list with commas from that of an element.
func listOf[T any](example, wrong string, parse func(text string) (T, bool)) format {
	element := formatOf(example, wrong, parse)
	return func(text string) (any, error) {
		list := []T{}
		for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
			value, err := element(one)
			if err != nil {
				return nil, err
			}
			list = append(list, value.(T))
		}
		return list, nil
	}
}

// oneOf is the format of one of a few words.
func oneOf(words ...string) format {
	return formatOf(words[0], "not one of "+strings.Join(words, ", "), func(text string) (string, bool) {
		return text, slices.Contains(words, text)
	})
}

// duration is the format of a length of time of at least so much.
func duration(example string, least time.Duration) format {
	return formatOf(example, fmt.Sprintf("not a length of time of at least %s", least), func(text string) (time.Duration, bool) {
		d, err := time.ParseDuration(text)
		return d, err == nil && d >= least
	})
}

// mailServer is the format of a host with a port, or of nothing.
func mailServer(example string) format {
	return formatOf(example, "not a server with a port", func(text string) (string, bool) {
		host, port, err := net.SplitHostPort(text)
		n, bad := strconv.ParseUint(port, 10, 16)
		return text, text == "" || err == nil && host != "" && bad == nil && n != 0
	})
}

// exampleID is an id as Discord gives them to servers, roles and people.
const exampleID = "123456789012345678"

// The formats of single settings. All but those of words and numbers accept "".
var (
	anyText   format = func(text string) (any, error) { return text, nil }
	botToken  format = func(text string) (any, error) { return text, Token(text) }
	filePath         = path(false, "%s is a directory: name a file")
	directory        = path(true, "%s is a file: name a directory; for example: /srv/referee")
	listening format = func(text string) (any, error) {
		address, err := web.Address(text)
		if err != nil {
			err = fmt.Errorf("%w; for example: 127.0.0.1:8080", err)
		}
		return address, err
	}
	language = formatOf("en", "not a language of the referee: use "+strings.Join(locale.Languages, ", "), func(text string) (string, bool) {
		return text, slices.Contains(locale.Languages, text)
	})
	webAddress = formatOf("https://api.drand.sh", "not the address of a web server", func(text string) (string, bool) {
		u, err := url.Parse(text)
		return text, text == "" || err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
	})
	// site is where the program is reached from outside, only over https, as emails name nothing else.
	site = formatOf("https://referee.example.org", "not an https address", func(text string) (string, bool) {
		u, err := url.Parse(text)
		ok := err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
		return strings.TrimSuffix(text, "/"), text == "" || ok
	})
	networks = listOf("127.0.0.1, 172.17.0.0/16", "neither an address nor a network", func(text string) (netip.Prefix, bool) {
		if at, err := netip.ParseAddr(text); err == nil {
			return netip.PrefixFrom(at, at.BitLen()), true
		}
		network, err := netip.ParsePrefix(text)
		return network.Masked(), err == nil
	})
	// mailAddress has no tag, as the referee puts one behind its name.
	mailAddress = formatOf("referee@example.org", "not the address of a mailbox", func(text string) (string, bool) {
		parsed, err := mail.ParseAddress("<" + text + ">")
		bad := strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII || r == '+' })
		return text, text == "" || err == nil && parsed.Address == text && !bad
	})
	security = oneOf("tls", "starttls", "none")
	onOff    = formatOf("on", "not one of on, off", func(text string) (on, ok bool) { return text == "on", text == "on" || text == "off" })
	count    = formatOf("7", "not a whole number of at least 0", func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, err == nil && n >= 0
	})
	// shards is 0 for auto.
	shards = formatOf("auto", "neither auto nor a whole number of at least 1", func(text string) (int, bool) {
		n, err := strconv.Atoi(text)
		return n, text == "auto" || err == nil && n >= 1
	})
	id  = formatOf(exampleID, notID, func(text string) (string, bool) { return text, text == "" || isID(text) })
	ids = listOf(exampleID+",223456789012345678", notID, func(text string) (string, bool) { return text, isID(text) })
)

const notID = "not a Discord id, which is a number"

// path is the format of a path at which there is nothing yet, or what it should be; wrong says what else there is.
func path(directory bool, wrong string) format {
	return func(text string) (any, error) {
		if info, err := os.Stat(text); err == nil && info.IsDir() != directory {
			return nil, fmt.Errorf(wrong, text)
		}
		return text, nil
	}
}

// isID reports whether a text is a number as Discord gives them (Reference, Snowflakes).
func isID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0
}

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
