package discordtest

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// endpoint is where interactions go over HTTP, and no more over the gateway
// (Interactions Overview, "Preparing for Interactions").
type endpoint struct {
	d    *Discord
	line *Line // of the process that is there
	url  string
}

// Endpoint has interactions go over HTTP to an address at which the process of the line
// listens, as the owner of the application does who enters an Interactions Endpoint URL.
// It returns an error, and leaves things as they are, where the address does not answer a
// PING or takes one that is not signed ("Setting Up an Endpoint"). "" has them go over the
// gateway again.
func (l *Line) Endpoint(url string) error {
	to := &endpoint{l.d, l, url}
	if url == "" {
		to = nil
	} else if err := to.check(pingInteraction, http.StatusOK, `{"type":1}`); err != nil {
		return err
	}
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.d.endpoint = to
	l.d.touch()
	return nil
}

// OverHTTP reports whether interactions come over HTTP alone.
func (d *Discord) OverHTTP() bool { return d.opt.HTTP }

// hasEndpoint reports whether a process listens for interactions over HTTP.
func (d *Discord) hasEndpoint() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.endpoint != nil && !d.endpoint.line.cut
}

// The PINGs of the two kinds of endpoint, with the id of the application.
const (
	pingInteraction = `{"application_id":"%[1]s","id":"%[1]s","token":"t","type":1,"version":1}`
	pingEvent       = `{"version":1,"application_id":"%s","type":0}`
)

// check does what Discord does before it takes an address: a PING with a wrong signature must be refused, and one with
// the right one answered so.
func (e *endpoint) check(ping string, status int, body string) error {
	text := fmt.Appendf(nil, ping, e.d.bot.ID)
	e.d.mu.Lock()
	right := e.sign(text)
	e.d.mu.Unlock()
	wrong := right.Clone()
	wrong.Set("X-Signature-Ed25519", hex.EncodeToString(make([]byte, ed25519.SignatureSize)))
	if got, said, err := e.send(text, wrong); err != nil || got != http.StatusUnauthorized {
		return fmt.Errorf("discordtest: a wrong signature is answered %d, %s (%w)", got, said, err)
	}
	if got, said, err := e.send(text, right); err != nil || got != status || said != body {
		return fmt.Errorf("discordtest: a PING is answered %d, %s (%w)", got, said, err)
	}
	return nil
}

// Events has webhook events sent to an address, as the owner of the application does who enters
// a Webhook Events URL: it must answer a PING with 204, and take nothing that is not signed
// (Webhook Events, "Setting Up an Endpoint").
func (l *Line) Events(url string) error {
	e := &endpoint{l.d, l, url}
	if err := e.check(pingEvent, http.StatusNoContent, ""); err != nil {
		return err
	}
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.d.events = e
	return nil
}

// authorized tells that the application was added to a guild, where events are to be sent
// (Webhook Events, Application Authorized). The lock is held.
func (d *Discord) authorized(g *Guild) {
	e := d.events
	if e == nil {
		return
	}
	body := raw(map[string]any{"version": 1, "application_id": d.bot.ID, "type": 1, "event": map[string]any{
		"type": "APPLICATION_AUTHORIZED", "timestamp": d.now().UTC().Format("2006-01-02T15:04:05.000000"),
		"data": map[string]any{"integration_type": 0, "scopes": []string{"bot", "applications.commands"}, "user": g.owner.wire(), "guild": g.wire()},
	}})
	header := e.sign(body)
	go func() {
		for range 2 { // "not guaranteed": it may come twice
			status, said, err := e.send(body, header)
			if err == nil && status != http.StatusNoContent && status != http.StatusServiceUnavailable {
				d.complain("endpoint: an event is answered %d, %s", status, said)
			}
		}
	}()
}

// sign makes the headers of a body that is sent now. The lock is held.
func (e *endpoint) sign(body []byte) http.Header {
	stamp := strconv.FormatInt(e.d.now().Unix(), 10)
	return http.Header{
		"Content-Type":          {"application/json"},
		"User-Agent":            {"Discord-Interactions/1.0 (+https://discord.com)"},
		"X-Signature-Ed25519":   {hex.EncodeToString(ed25519.Sign(e.d.secret, append([]byte(stamp), body...)))},
		"X-Signature-Timestamp": {stamp},
	}
}

// send sends a request and returns what is answered.
func (e *endpoint) send(body []byte, header http.Header) (status int, said string, err error) {
	r, err := http.NewRequest(http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header = header
	time.Sleep(e.d.opt.RoundTrip)
	answer, err := (&http.Client{Timeout: e.d.opt.Deadline, Transport: e.d.network.client.Transport}).Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if kind := answer.Header.Get("Content-Type"); err == nil && answer.StatusCode == http.StatusOK && kind != "application/json" {
		err = fmt.Errorf("the content type is %q", kind)
	}
	return answer.StatusCode, string(text), err
}

// dispatch sends an interaction. The lock is held. What is not answered with 202 fails at
// once; a first answer in the answer itself is not known here.
func (e *endpoint) dispatch(p *Press, data any) {
	body := raw(data)
	header := e.sign(body)
	go func() {
		status, said, err := e.send(body, header)
		e.d.mu.Lock()
		defer e.d.mu.Unlock()
		switch {
		case e.line.cut: // whatever it said, it is gone
		case err == nil && status == http.StatusAccepted && said == "":
			return
		case err == nil && status < 300:
			e.d.complaints = append(e.d.complaints, fmt.Sprintf("endpoint: an interaction is answered %d, %s", status, said))
		}
		if p.kind == 0 && !p.failed {
			p.fail()
			e.d.touch()
		}
	}()
}
