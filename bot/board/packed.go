package board

import (
	"compress/gzip"
	"log/slog"
	"net/http"
	"strings"
	"sync"
)

// packed is an answer that is compressed where that is worth it: a map as SVG is a quarter then.
type packed struct {
	http.ResponseWriter
	gz      *gzip.Writer
	decided bool
	code    int
}

// leastPacked is how many bytes an answer has at least that is compressed.
const leastPacked = 1400

// writers are used again, as each takes several hundred kilobytes.
var writers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic("board: " + err.Error())
	}
	return w
}}

// WriteHeader waits for the first bytes, which decide how they are sent.
func (p *packed) WriteHeader(code int) { p.code = code }

func (p *packed) Write(text []byte) (int, error) {
	if !p.decided {
		p.decide(text)
	}
	if p.gz != nil {
		return p.gz.Write(text)
	}
	return p.ResponseWriter.Write(text)
}

// decide decides by the first bytes, which are the whole answer here, and sends the header.
func (p *packed) decide(text []byte) {
	p.decided = true
	h := p.Header()
	kind := h.Get("Content-Type")
	if len(text) >= leastPacked && (strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/json") || strings.HasPrefix(kind, "image/svg")) {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		p.gz = writers.Get().(*gzip.Writer)
		p.gz.Reset(p.ResponseWriter)
	}
	h.Add("Vary", "Accept-Encoding")
	if p.code != 0 {
		p.ResponseWriter.WriteHeader(p.code)
	}
}

// end sends what is left.
func (p *packed) end(log *slog.Logger) {
	if !p.decided {
		p.decide(nil)
	}
	if p.gz == nil {
		return
	}
	if err := p.gz.Close(); err != nil {
		log.Debug("board: an answer was not taken", "error", err)
	}
	writers.Put(p.gz)
}
