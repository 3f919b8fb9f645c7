package mailtest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// Read is a mail with its plain text, its lines ended by LF.
func Read(octets []byte) (*mail.Message, string, error) {
	m, err := mail.ReadMessage(bytes.NewReader(octets))
	if err != nil {
		return nil, "", err
	}
	text, err := textOf(m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body)
	return m, strings.ReplaceAll(text, "\r\n", "\n"), err
}

var errNoText = errors.New("mailtest: an email without plain text")

// textOf is the first plain text of a part.
func textOf(kind, encoding string, body io.Reader) (string, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return "", err
	}
	if media == "text/plain" {
		if strings.EqualFold(encoding, "quoted-printable") {
			body = quotedprintable.NewReader(body)
		}
		text, err := io.ReadAll(body)
		return string(text), err
	}
	if !strings.HasPrefix(media, "multipart/") {
		return "", errNoText
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", errors.Join(errNoText, err)
		}
		text, err := textOf(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part)
		if !errors.Is(err, errNoText) {
			return text, err
		}
	}
}
