package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Request is one request that the bot sent.
type Request struct {
	Operation string // "POST /channels/{channel_id}/messages"
	Path      string
	Body      string // the JSON
	Files     []string
	Status    int // of the answer; 0: it was lost
}

// api is the REST side: it takes the requests of the bot. Its fields are guarded by
// Discord.mu.
type api struct {
	d            *Discord
	requests     []Request
	buckets      map[string]*bucket
	restrictions map[string]*restriction // long limits, by what they hold for
	newEmoji     bucket
}

// Requests lists what the bot sent so far.
func (d *Discord) Requests() []Request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.api.requests)
}

// File is a file as it was sent.
type File struct {
	Name string
	Data []byte
}

// call is a request on its way through the stand-in.
type call struct {
	op    operation
	r     *http.Request
	line  *Line
	body  []byte
	files map[string]File // by id
	lean  bool            // files are read, and only their first bytes kept
}

func (c *call) value(name string) string { return c.r.PathValue(name) }

// reply is the answer to a request; a body of nil has none.
type reply struct {
	status int
	body   any
}

// page is an answer as it is sent.
type page struct {
	status int
	kind   string // content type
	text   []byte
}

// page writes an answer down, and checks it.
func (a *api) page(op operation, r reply) page {
	p := page{status: r.status, kind: "application/json"}
	if r.body != nil {
		p.text = raw(r.body)
	}
	a.check(op, p)
	return p
}

// check holds an answer against the description: what the bot is told here must be what
// Discord could tell it. What comes before Discord is not in it.
func (a *api) check(op operation, p page) {
	if p.kind != "application/json" || a.d.opt.Unchecked {
		return
	}
	if err := checkAnswer(op, p.status, p.text); err != nil {
		a.d.mu.Lock()
		a.d.mistake("%s is answered %d: %v\n%s", op, p.status, err, p.text)
		a.d.mu.Unlock()
	}
}

// refusal is an error of the API.
type refusal struct {
	status, code int
	message      string
	form         bool // the request is wrong in itself
	errors       any  // where in the body; nil: it is not said
}

func (e *refusal) Error() string { return e.message }

// The refusals that a right request may meet (Opcodes and status codes, JSON error codes).
var (
	errAccess      = &refusal{status: 403, code: 50001, message: "Missing Access"}
	errPermission  = &refusal{status: 403, code: 50013, message: "Missing Permissions"}
	errClosed      = &refusal{status: 403, code: 50007, message: "Cannot send messages to this user"}
	errChannel     = &refusal{status: 404, code: 10003, message: "Unknown Channel"}
	errGuild       = &refusal{status: 404, code: 10004, message: "Unknown Guild"}
	errMember      = &refusal{status: 404, code: 10007, message: "Unknown Member"}
	errMessage     = &refusal{status: 404, code: 10008, message: "Unknown Message"}
	errUser        = &refusal{status: 404, code: 10013, message: "Unknown User"}
	errWebhook     = &refusal{status: 404, code: 10015, message: "Unknown Webhook"}
	errInteraction = &refusal{status: 404, code: 10062, message: "Unknown interaction"}
	errExpired     = &refusal{status: 401, code: 50027, message: "Invalid Webhook Token"}
	errFollowUps   = &refusal{status: 400, code: 40094, message: "This interaction has reached the maximum number of follow up messages"}
	errTag         = &refusal{status: 404, code: 10087, message: "Unknown Tag"}
	errTagTwice    = &refusal{status: 400, code: 40061, message: "Tag names must be unique"}
	errNoTag       = &refusal{status: 400, code: 40066, message: "There are no tags available that can be set by non-moderators"}
	errTagNeeded   = &refusal{status: 400, code: 40067, message: "A tag is required to create a forum post in this channel"}
	errAnswered    = &refusal{status: 400, code: 40060, message: "Interaction has already been acknowledged."}
	errThread      = &refusal{status: 400, code: 160004, message: "A thread has already been created for this message"}
	errNoMutual    = &refusal{status: 403, code: 50278, message: "Cannot send messages to this user due to having no mutual guilds"}
	errForum       = &refusal{status: 400, code: 40058, message: "Cannot send a message in a forum channel"}
	errKind        = &refusal{status: 400, code: 50024, message: "Cannot execute action on this channel type"}
	errArchived    = &refusal{status: 400, code: 50083, message: "Thread is archived"}
	errLocked      = &refusal{status: 400, code: 160005, message: "Thread is locked"}
	errPins        = &refusal{status: 400, code: 30003, message: "Maximum number of pinned messages reached (250)"}
	errThreads     = &refusal{status: 400, code: 160006, message: "Maximum number of active threads reached"}
)

// wrong is the refusal of a request for its form.
func wrong(err error) *refusal {
	return &refusal{status: 400, code: 50035, message: "Invalid Form Body: " + err.Error(), form: true}
}

// errHungUp: the bot was gone before its request was whole, as one that is killed.
var errHungUp = errors.New("the request breaks off")

// handler obeys a request. The lock is held.
type handler func(c *call) (reply, error)

// mux routes the requests that the stand-in knows.
func (a *api) mux() http.Handler {
	m := http.NewServeMux()
	for op, h := range a.handlers() {
		method, path, _ := strings.Cut(string(op), " ")
		m.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, op, h) })
	}
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		a.d.complain("%s %s is not known here", r.Method, r.URL.Path)
		a.write(w, page{404, "application/json", raw(map[string]any{"code": 0, "message": "404: Not Found"})})
	})
	outer := http.NewServeMux()
	outer.HandleFunc("/gateway/{line}/", a.d.Gateway.serve)
	outer.Handle("/", versioned(m))
	return outer
}

var apiPath = regexp.MustCompile(`^/api/v(9|10)(/.*)$`)

// versioned takes the version off the path.
func versioned(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m := apiPath.FindStringSubmatch(r.URL.Path); m != nil {
			r.URL.Path, r.URL.RawPath = m[2], ""
		}
		h.ServeHTTP(w, r)
	})
}

// serve takes a request through faults, limits and checks to its handler.
func (a *api) serve(w http.ResponseWriter, r *http.Request, op operation, h handler) {
	c := &call{op: op, r: r, lean: a.d.opt.Lean}
	err := c.read()
	if !a.claim(c) || errors.Is(err, errHungUp) {
		drop(w)
		return
	}
	f := a.fateOf(c)
	if f.before {
		a.finish(w, c, f.error())
		return
	}
	if p := a.limit(w.Header(), c, f); p != nil {
		a.check(op, *p)
		a.finish(w, c, *p)
		return
	}
	if err == nil {
		err = a.authorise(c)
	}
	var out reply
	if err == nil {
		out, err = a.obey(c, h)
	}
	if err != nil {
		out = a.refuse(c, err)
	}
	p := a.page(op, out)
	switch {
	case err == nil && a.cutAfter(c):
		drop(w)
	case f.drop:
		a.note(c, 0)
		drop(w)
	case f.after:
		a.finish(w, c, f.error())
	default:
		a.finish(w, c, p)
	}
}

// error is what comes where one of Discord's servers does not answer another, or does not
// answer Cloudflare, which stands before them.
func (f fate) error() page {
	if f.page {
		return page{502, "text/html; charset=UTF-8", []byte("<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>cloudflare</body></html>")}
	}
	return page{502, "application/json", raw(map[string]any{"message": "502: Bad Gateway", "code": 0})}
}

// obey checks the body against the description and does what is asked.
func (a *api) obey(c *call, h handler) (reply, error) {
	if !a.d.opt.Unchecked {
		if err := checkRequest(c.op, c.r.URL.Query(), c.body); err != nil {
			return reply{}, wrong(err)
		}
	}
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	defer a.d.touch()
	if err := a.d.checkOwnEmoji(c.body); err != nil {
		return reply{}, err
	}
	if a.d.refusing != nil && a.d.refusing(c.request(0)) {
		return reply{}, a.d.refusal
	}
	return h(c)
}

// refuse puts an error into the API's words, and complains of wrong requests.
func (a *api) refuse(c *call, err error) reply {
	var e *refusal
	if !errors.As(err, &e) {
		e = wrong(err)
	}
	if e.form {
		a.d.complain("%s: %s\n%s", c.op, e.message, c.body)
	}
	said := map[string]any{"code": e.code, "message": e.message}
	if e.errors != nil {
		said["errors"] = e.errors
	}
	if e.status == http.StatusTooManyRequests { // as a test wants it
		said["retry_after"], said["global"] = 1, false
	}
	return reply{e.status, said}
}

// claim finds the line of a request, and cuts it if it is time. It reports
// whether the request got through.
func (a *api) claim(c *call) bool {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	no, err := strconv.Atoi(c.r.Header.Get("X-Line"))
	if err != nil || no < 0 || no >= len(a.d.lines) {
		return true
	}
	l := a.d.lines[no]
	c.line = l
	if l.cut {
		return false
	}
	if l.when != nil && l.when(c.request(0)) {
		l.doCut()
		return false
	}
	return true
}

// authorise checks that the bot says who it is. Answers to interactions carry
// their own token.
func (a *api) authorise(c *call) error {
	if path := c.r.URL.Path; strings.HasPrefix(path, "/interactions/") || strings.HasPrefix(path, "/webhooks/") {
		return nil
	}
	if c.r.Header.Get("Authorization") != "Bot "+a.d.Token() {
		return &refusal{status: 401, message: "401: Unauthorized", form: true}
	}
	return nil
}

// read reads the body: JSON, or a form of payload_json and files.
func (c *call) read() error {
	text, err := io.ReadAll(c.r.Body)
	if err != nil {
		return fmt.Errorf("%w: %w", errHungUp, err)
	}
	kind := c.r.Header.Get("Content-Type")
	if len(text) == 0 {
		return nil
	}
	media, params, err := mime.ParseMediaType(kind)
	switch {
	case err != nil:
		return wrong(fmt.Errorf("content type %q: %w", kind, err))
	case media == "application/json":
		c.body = text
		return nil
	case media != "multipart/form-data":
		return wrong(fmt.Errorf("content type %q", kind))
	}
	form, err := multipart.NewReader(strings.NewReader(string(text)), params["boundary"]).ReadForm(64 << 20)
	if err != nil {
		return wrong(err)
	}
	return c.takeForm(form)
}

// leanBytes is how much of a file a lean stand-in keeps: the size of a picture stands there.
const leanBytes = 32

var fileField = regexp.MustCompile(`^files\[(\d+)\]$`)

func (c *call) takeForm(form *multipart.Form) error {
	c.files = map[string]File{}
	if p := form.Value["payload_json"]; len(p) == 1 {
		c.body = []byte(p[0])
	} else {
		return wrong(fmt.Errorf("%d payload_json in the form", len(p)))
	}
	for field, list := range form.File {
		m := fileField.FindStringSubmatch(field)
		if m == nil || len(list) != 1 {
			return wrong(fmt.Errorf("a file in the form field %q", field))
		}
		in, err := list[0].Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		if len(data) == 0 || len(data) > 10<<20 {
			return wrong(fmt.Errorf("%s has %d bytes", list[0].Filename, len(data)))
		}
		if c.lean {
			data = slices.Clone(data[:min(len(data), leanBytes)])
		}
		c.files[m[1]] = File{list[0].Filename, data}
	}
	return nil
}

// decode reads the JSON of the body.
func (c *call) decode(v any) error {
	if err := json.Unmarshal(c.body, v); err != nil {
		return wrong(err)
	}
	return nil
}

// request is the call as it is noted.
func (c *call) request(status int) Request {
	q := Request{Operation: string(c.op), Path: c.r.URL.Path, Body: string(c.body), Status: status}
	for _, f := range c.files {
		q.Files = append(q.Files, f.Name)
	}
	slices.Sort(q.Files)
	return q
}

// Tally counts the requests so far, by operation and the status of their answer, which is 0
// where it was lost: "POST /channels/{channel_id}/messages 200".
func (d *Discord) Tally() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.tally)
}

func (a *api) note(c *call, status int) {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	a.d.tally[fmt.Sprint(c.op, " ", status)]++
	if a.d.opt.Lean {
		return
	}
	a.requests = append(a.requests, c.request(status))
}

func (a *api) finish(w http.ResponseWriter, c *call, p page) {
	a.note(c, p.status)
	a.write(w, p)
}

// write sends an answer.
func (a *api) write(w http.ResponseWriter, p page) {
	a.d.date(w.Header())
	if p.text != nil {
		w.Header().Set("Content-Type", p.kind)
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.text) // who does not listen is told nothing
}

// drop closes a connection without an answer.
func drop(w http.ResponseWriter) {
	over, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler) // HTTP/2
	}
	if conn, _, err := over.Hijack(); err == nil {
		_ = conn.Close()
	}
}
