package discordtest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

// cdn is the host that has what people upload.
const cdn = "cdn.discordapp.com"

// upload is a file that somebody gives with a command.
type upload struct {
	id, name string
	data     []byte
	size     int // as Discord says
}

// Attach has a file ready to be given with a command, as the value of an option: its id.
func (d *Discord) Attach(name string, data []byte) string {
	return d.AttachSized(name, data, len(data))
}

// AttachSized is Attach of a file of which Discord says that it has another size.
func (d *Discord) AttachSized(name string, data []byte, size int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := upload{d.newMinorID(), name, data, size}
	if d.uploads == nil {
		d.uploads = map[string]upload{}
	}
	d.uploads[f.id] = f
	return f.id
}

func (f upload) path() string { return "/ephemeral-attachments/1/" + f.id + "/" + f.name }

// wire is the file as an interaction has it (Message, Attachment object).
func (f upload) wire() map[string]any {
	link := "https://" + cdn + f.path() + "?ex=1&is=2&hm=3"
	return map[string]any{"id": f.id, "filename": f.name, "size": f.size, "url": link, "proxy_url": link, "ephemeral": true}
}

// download answers a request for a file. It must come without the bot's token.
func (d *Discord) download(r *http.Request) *http.Response {
	d.mu.Lock()
	defer d.mu.Unlock()
	answer := func(status int, body []byte) *http.Response {
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(body)), Request: r}
	}
	if r.Header.Get("Authorization") != "" {
		d.mistake("the token is sent to %s", r.URL.Host)
	}
	for _, f := range d.uploads {
		if strings.HasPrefix(r.URL.Path, f.path()) {
			return answer(http.StatusOK, f.data)
		}
	}
	return answer(http.StatusNotFound, nil)
}
