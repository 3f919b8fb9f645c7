package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// The operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// dispatch is an event on its way to the bot.
type dispatch struct {
	guild string // "": a direct conversation
	kind  string
	data  any
	press *Press // of an interaction
}

// packet is what goes over the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int             `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// Gateway is the gateway: the side from which the bot hears what people do. Its fields
// are guarded by Discord.mu.
type Gateway struct {
	d        *Discord
	sessions []*session
	held     *dispatch // an interaction that the next one overtakes
	early    int       // connections that are told to reconnect before they are ready
	resumes  int       // that the bot sent
	invalid  int       // sessions that are said to be invalid, whatever they are
	swaps    bool      // of two events the second is sent first
	sent     []identify
}

// identify is an IDENTIFY that the bot sent, obeyed or not.
type identify struct {
	at  time.Time
	key int // its rate limit key: shard % max_concurrency
}

// eventsPerMinute is how many packets a connection may send in a minute (Gateway,
// "Rate Limiting").
const eventsPerMinute = 120

// session is a session of the bot at the gateway: what happens while it is
// disconnected is sent when it resumes. Its fields are guarded by Discord.mu.
type session struct {
	d       *Discord
	id      string
	line    *Line
	shard   [2]int
	intents discordgo.Intent
	log     []packet // by sequence number, from 1
	wire    *wire    // nil: disconnected
	dead    bool     // cannot be resumed
	late    *packet  // that the next one overtakes
}

// wire is one connection.
type wire struct {
	conn   *websocket.Conn
	half   time.Duration // of a round trip
	out    chan timed
	once   sync.Once
	done   chan struct{}
	resume bool        // it came to the address at which to resume
	mute   bool        // nothing comes over it any more; guarded by Discord.mu
	heard  []time.Time // when the bot sent something, in the last minute
}

// timed is a packet and when it was sent.
type timed struct {
	packet
	at time.Time
}

func (w *wire) send(p packet) {
	if w.mute {
		return
	}
	select {
	case w.out <- timed{p, time.Now()}:
	case <-w.done:
	default:
		w.close(0) // nobody reads it
	}
}

// close ends a connection, with a code of the gateway if it is not 0.
func (w *wire) close(code int) {
	w.once.Do(func() {
		if code != 0 {
			_ = w.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		}
		close(w.done)
		_ = w.conn.Close()
	})
}

// write sends what is queued, in order.
func (w *wire) write() {
	for {
		select {
		case p := <-w.out:
			time.Sleep(time.Until(p.at.Add(w.half)))
			if w.conn.WriteJSON(p.packet) != nil {
				w.close(0)
				return
			}
		case <-w.done:
			return
		}
	}
}

func raw(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // what we send is made of strings and numbers
	}
	return text
}

// gateway serves one connection.
func (gw *Gateway) serve(w http.ResponseWriter, r *http.Request) {
	var line *Line
	gw.d.mu.Lock()
	if no, err := strconv.Atoi(r.PathValue("line")); err == nil && no >= 0 && no < len(gw.d.lines) {
		line = gw.d.lines[no]
	}
	refused := line != nil && line.cut
	gw.d.mu.Unlock()
	if refused {
		drop(w)
		return
	}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := &wire{
		conn: conn, half: gw.d.opt.RoundTrip / 2, out: make(chan timed, 4096), done: make(chan struct{}), resume: strings.HasSuffix(r.URL.Path, "/resume/"),
	}
	if q := r.URL.Query(); !gw.d.opt.Lenient && (q.Get("v") != "10" || q.Get("encoding") != "json") {
		gw.d.complain("gateway: connected with %q, want v=10&encoding=json", r.URL.RawQuery)
	}
	defer c.close(0)
	go c.write()
	c.send(packet{Op: opHello, Data: raw(map[string]any{"heartbeat_interval": gw.d.opt.Heartbeat.Milliseconds()})})
	var s *session
	for {
		var p packet
		if err := conn.ReadJSON(&p); err != nil {
			var end *websocket.CloseError
			gw.lost(s, c, errors.As(err, &end) && (end.Code == websocket.CloseNormalClosure || end.Code == websocket.CloseGoingAway))
			return
		}
		time.Sleep(c.half)
		if gw.tooFast(c) {
			c.close(4008)
			gw.lost(s, c, false)
			return
		}
		s = gw.hear(s, c, line, p)
	}
}

// lost notes that a connection is gone. Where the bot closed it in good order, the
// session is gone, too (Gateway, "Initiating a Disconnect").
func (gw *Gateway) lost(s *session, c *wire, closed bool) {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	if s != nil && s.wire == c {
		s.wire, s.dead = nil, s.dead || closed
		gw.d.touch()
	}
}

// tooFast counts what the bot sends over a connection.
func (gw *Gateway) tooFast(c *wire) bool {
	now := time.Now()
	c.heard = slices.DeleteFunc(c.heard, func(t time.Time) bool { return now.Sub(t) >= time.Minute })
	c.heard = append(c.heard, now)
	return len(c.heard) > eventsPerMinute
}

// hear takes a packet of the bot. It returns the session of the connection.
func (gw *Gateway) hear(s *session, c *wire, line *Line, p packet) *session {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	defer gw.d.touch()
	switch p.Op {
	case opHeartbeat:
		c.send(packet{Op: opAck})
	case opIdentify:
		return gw.identify(c, line, p)
	case opResume:
		return gw.resume(c, p)
	case opPresence:
	default:
		gw.d.complaints = append(gw.d.complaints, "gateway: operation "+strconv.Itoa(p.Op)+" is not known here")
	}
	return s
}

// identify opens a session.
func (gw *Gateway) identify(c *wire, line *Line, p packet) *session {
	var b struct {
		Token      string            `json:"token"`
		Intents    *discordgo.Intent `json:"intents"`
		Shard      *[2]int           `json:"shard"`
		Properties map[string]string `json:"properties"`
	}
	if err := json.Unmarshal(p.Data, &b); err != nil || b.Intents == nil || b.Properties == nil {
		gw.d.complaints = append(gw.d.complaints, "gateway: wrong identify: "+string(p.Data))
		c.close(4002)
		return nil
	}
	if b.Token != "Bot "+gw.d.Token() && b.Token != gw.d.Token() {
		gw.d.complaints = append(gw.d.complaints, "gateway: identify with a wrong token")
		c.close(4004)
		return nil
	}
	shard := [2]int{0, 1}
	if b.Shard != nil {
		shard = *b.Shard
	}
	switch may := gw.mayIdentify(shard[0]); {
	case c.resume:
		gw.d.complaints = append(gw.d.complaints, "gateway: identify at the address at which to resume")
		fallthrough
	case !may || gw.invalid > 0:
		gw.invalid = max(gw.invalid-1, 0)
		c.send(packet{Op: opInvalidSession, Data: raw(false)})
		return nil
	}
	if gw.early > 0 {
		gw.early--
		c.send(packet{Op: opReconnect})
		return nil
	}
	s := &session{d: gw.d, id: "session" + gw.d.newID(), line: line, shard: shard, intents: *b.Intents, wire: c}
	gw.sessions = append(gw.sessions, s)
	s.add("READY", map[string]any{
		"v": 10, "user": gw.d.bot.wire(), "guilds": gw.away(s), "session_id": s.id,
		"resume_gateway_url": "ws" + gw.d.server.URL[len("http"):] + "/gateway/" + strconv.Itoa(lineNo(line)) + "/resume/",
		"shard":              s.shard, "application": map[string]any{"id": gw.d.bot.ID, "flags": 0}, "private_channels": []any{},
	})
	for _, id := range gw.guildIDs() {
		if s.hears(id, "GUILD_CREATE") {
			s.add("GUILD_CREATE", gw.d.guilds[id].joins())
		}
	}
	return s
}

// mayIdentify counts an IDENTIFY, and reports whether it keeps the limits: one in a while
// for each of max_concurrency, and so many in a day, after which Discord ends all sessions
// and takes the token away (Gateway, "Rate Limiting" and "Get Gateway Bot").
func (gw *Gateway) mayIdentify(shard int) bool {
	now, may := gw.d.now(), true
	next := identify{now, shard % gw.d.opt.Concurrency}
	for _, i := range gw.sent {
		may = may && (i.key != next.key || now.Sub(i.at) >= gw.d.opt.Identify)
	}
	gw.sent = append(gw.sent, next)
	if gw.left() < 0 {
		gw.d.complaints = append(gw.d.complaints, "gateway: too many identifies in a day")
	}
	return may
}

// left is how many sessions may still be begun today.
func (gw *Gateway) left() int {
	left := gw.d.opt.Sessions
	for _, i := range gw.sent {
		if gw.d.now().Sub(i.at) < 24*time.Hour {
			left--
		}
	}
	return left
}

// resetAfter is when all of a day's sessions may be begun again.
func (gw *Gateway) resetAfter() time.Duration {
	if len(gw.sent) == 0 {
		return 0
	}
	return max(24*time.Hour-gw.d.now().Sub(gw.sent[0].at), 0)
}

// Identifies is how many IDENTIFYs the bot has sent.
func (gw *Gateway) Identifies() int {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	return len(gw.sent)
}

func lineNo(l *Line) int {
	if l == nil {
		return 0
	}
	return l.no
}

// away lists the guilds of a session as not yet available.
func (gw *Gateway) away(s *session) []any {
	out := []any{}
	for _, id := range gw.guildIDs() {
		if s.serves(id) && !gw.d.guilds[id].without {
			out = append(out, map[string]any{"id": id, "unavailable": true})
		}
	}
	return out
}

func (gw *Gateway) guildIDs() []string {
	var out []string
	for id, g := range gw.d.guilds {
		if !g.without {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, compareIDs)
	return out
}

// resume goes on with a session: what was missed is sent.
func (gw *Gateway) resume(c *wire, p packet) *session {
	var b struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	_ = json.Unmarshal(p.Data, &b) // what is not there is no session
	gw.resumes++
	if !c.resume && !gw.d.opt.Lenient {
		gw.d.complaints = append(gw.d.complaints, "gateway: resume at the address for new sessions")
	}
	for _, s := range gw.sessions {
		if s.id != b.Session || s.dead || b.Seq > len(s.log) || gw.invalid > 0 {
			continue
		}
		if s.wire != nil {
			s.wire.close(0)
		}
		s.wire = c
		for _, missed := range s.log[b.Seq:] {
			c.send(missed)
		}
		s.add("RESUMED", map[string]any{})
		return s
	}
	gw.invalid = max(gw.invalid-1, 0)
	c.send(packet{Op: opInvalidSession, Data: raw(false)})
	return nil
}

// serves reports whether a guild belongs to the shard of a session.
func (s *session) serves(guild string) bool {
	if guild == "" {
		return s.shard[0] == 0
	}
	id, _ := strconv.ParseUint(guild, 10, 64) // an id of ours
	return int(id>>22)%s.shard[1] == s.shard[0]
}

// hears reports whether a session is sent an event of a guild.
func (s *session) hears(guild, kind string) bool {
	switch kind {
	case "INTERACTION_CREATE":
	case "GUILD_MEMBER_REMOVE":
		if s.intents&discordgo.IntentGuildMembers == 0 {
			return false
		}
	default:
		if s.intents&discordgo.IntentGuilds == 0 {
			return false
		}
	}
	return !s.dead && s.serves(guild)
}

// add puts an event into the log of a session and sends it.
func (s *session) add(kind string, data any) {
	if event, ok := data.(map[string]any); ok && kind != "INTERACTION_CREATE" && !s.d.opt.Unchecked { // which was checked as it was made
		if err := checkEvent(kind, event); err != nil {
			s.d.mistake("%v", err)
		}
	}
	p := packet{Op: opDispatch, Type: kind, Data: raw(data), Seq: len(s.log) + 1}
	s.log = append(s.log, p)
	if s.wire == nil {
		return
	}
	if s.d.Gateway.swaps && s.late == nil {
		s.late = &p
		return
	}
	s.wire.send(p)
	if s.late != nil {
		s.wire.send(*s.late)
		s.late = nil
	}
}

// disconnect cuts the connection of a session. The lock is held.
func (s *session) disconnect(code int) {
	if s.wire != nil {
		s.wire.close(code)
		s.wire = nil
	}
}

// listeners lists the sessions that get an event: those that are connected, and those that may come back. Of several
// that hear the same, the newest gets an interaction.
func (gw *Gateway) listeners(e dispatch) []*session {
	out := slices.DeleteFunc(slices.Clone(gw.sessions), func(s *session) bool { return !s.hears(e.guild, e.kind) })
	if e.press != nil {
		out = out[max(0, len(out)-1):]
	}
	return out
}

// dispatch sends an event to the sessions that hear it. The lock is held.
func (gw *Gateway) dispatch(e dispatch) {
	if to := gw.d.endpoint; e.press != nil && (to != nil || gw.d.opt.HTTP) {
		if to != nil {
			to.dispatch(e.press, e.data)
		}
		return
	}
	for _, s := range gw.listeners(e) {
		if gw.d.befalls(disconnected, gw.d.faults.Disconnect, e.kind) {
			s.disconnect(0)
		}
		s.add(e.kind, e.data)
	}
	gw.d.touch()
}

// Connected reports how many sessions are connected.
func (gw *Gateway) Connected() int {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	n := 0
	for _, s := range gw.sessions {
		if s.wire != nil {
			n++
		}
	}
	return n
}

// Ready waits until a session is connected, or there is an endpoint.
func (d *Discord) Ready() {
	d.t.Helper()
	d.Until("the bot to connect", func() bool { return d.hasEndpoint() || !d.opt.HTTP && d.Gateway.Connected() > 0 })
}

// Disconnect cuts all connections to the gateway; the sessions can be resumed.
func (gw *Gateway) Disconnect() { gw.eachSession(func(s *session) { s.disconnect(0) }) }

// Forget makes all sessions such as cannot be resumed, and cuts them.
func (gw *Gateway) Forget() { gw.End(0) }

// End ends all sessions, and closes their connections with a code of the gateway if it is not 0.
func (gw *Gateway) End(code int) {
	gw.eachSession(func(s *session) {
		s.dead = true
		s.disconnect(code)
	})
}

// Resumes is how many RESUMEs the bot has sent.
func (gw *Gateway) Resumes() int {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	return gw.resumes
}

// Reconnect asks all sessions to connect anew.
func (gw *Gateway) Reconnect() {
	gw.eachSession(func(s *session) {
		if s.wire != nil {
			s.wire.send(packet{Op: opReconnect})
		}
	})
}

// ReconnectEarly asks the next n connections to connect anew before they are ready.
func (gw *Gateway) ReconnectEarly(n int) {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	gw.early = n
}

// Invalidate answers the next n IDENTIFYs and RESUMEs with an invalid session.
func (gw *Gateway) Invalidate(n int) {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	gw.invalid = n
}

// Swap sends of two events the second first, from now on.
func (gw *Gateway) Swap() {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	gw.swaps = true
}

// Mute keeps all connections open, and sends nothing over them any more: neither events
// nor the answers to heartbeats.
func (gw *Gateway) Mute() {
	gw.eachSession(func(s *session) {
		if s.wire != nil {
			s.wire.mute = true
		}
	})
}

func (gw *Gateway) eachSession(do func(*session)) {
	gw.d.mu.Lock()
	defer gw.d.mu.Unlock()
	for _, s := range gw.sessions {
		do(s)
	}
	gw.d.touch()
}
