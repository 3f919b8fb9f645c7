package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"
)

// Process is what the process that holds a store does for others.
type Process interface {
	// Snapshot writes a copy of the store, and returns the hash over its heads.
	Snapshot(ctx context.Context, w io.Writer) (heads string, err error)
	// Pack packs what is finished and old.
	Pack(ctx context.Context) (Packed, error)
	// Shelve puts the board of a board file on the shelf.
	Shelve(ctx context.Context, file io.Reader) error
	// Status returns the status of the process.
	Status(ctx context.Context) (Status, error)
}

// Packed is what packing did.
type Packed struct {
	Matches int `json:"matches"` // that are packed now
	Left    int `json:"left"`    // that are over, but are not packed yet
	Replies int `json:"replies"` // that are shortened now
}

// The paths of requests.
const (
	waySnapshot = "/snapshot"
	wayPack     = "/pack"
	wayShelve   = "/shelve"
	wayStatus   = "/status"
)

// headsTrailer is the HTTP trailer with the hash over the heads of a snapshot.
const headsTrailer = "Referee-Heads"

// takeWithin is how long a snapshot waits for its reader to take the next bytes, so
// that its transaction is not held open for a process that sleeps.
const takeWithin = 30 * time.Second

// Listen makes the socket of a store's process. A socket that a dead process has left
// is replaced, but never one that answers. Only its user may connect.
func Listen(ctx context.Context, db string) (net.Listener, error) {
	path, err := Path(db)
	if err != nil {
		return nil, err
	}
	if err := free(path); err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{Control: private}).Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("control: listen at %s: %w", path, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("control: %w", err), l.Close())
	}
	return l, nil
}

// stranger marks a connection of another user than this process's and root: it is
// refused, whatever the permissions of the socket's file have become.
type stranger struct{}

// known marks a connection with the user who made it.
func known(ctx context.Context, c net.Conn) context.Context {
	uid, sure := peer(c)
	return context.WithValue(ctx, stranger{}, sure && uid != os.Geteuid() && uid != 0)
}

// Serve answers at a socket until ctx ends, and then removes it.
func Serve(ctx context.Context, l net.Listener, p Process, log *slog.Logger) error {
	s := &http.Server{
		Handler: handler(ctx, p, log), ReadHeaderTimeout: dialWithin, MaxHeaderBytes: 4 << 10,
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		BaseContext: func(net.Listener) context.Context { return ctx }, ConnContext: known,
	}
	stop := context.AfterFunc(ctx, func() {
		if err := s.Close(); err != nil {
			log.Warn("control", "error", err)
		}
	})
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("control: %w", err)
	}
	return nil
}

// handler answers for a process.
func handler(ctx context.Context, p Process, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+waySnapshot, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Trailer", headsTrailer)
		to := &taken{w: w, control: http.NewResponseController(w)}
		heads, err := p.Snapshot(ctx, to)
		switch {
		case err == nil:
			w.Header().Set(headsTrailer, heads)
		case !to.begun:
			answer(w, log, nil, err)
		default:
			log.Warn("snapshot not taken", "error", err)
			panic(http.ErrAbortHandler) // the reader must see that it is incomplete
		}
	})
	mux.HandleFunc("POST "+wayPack, func(w http.ResponseWriter, r *http.Request) {
		done, err := p.Pack(r.Context())
		answer(w, log, done, err)
	})
	mux.HandleFunc("POST "+wayShelve, func(w http.ResponseWriter, r *http.Request) {
		answer(w, log, nil, p.Shelve(r.Context(), r.Body))
	})
	mux.HandleFunc("GET "+wayStatus, func(w http.ResponseWriter, _ *http.Request) {
		s, err := p.Status(ctx)
		answer(w, log, s, err)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strange, ok := r.Context().Value(stranger{}).(bool); !ok || strange {
			http.Error(w, ErrForbidden.Error(), http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// answer writes a result as JSON, or an error as text.
func answer(w http.ResponseWriter, log *slog.Logger, result any, err error) {
	if err == nil {
		err = json.NewEncoder(w).Encode(result)
	} else {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
	if err != nil {
		log.Warn("control", "error", err)
	}
}

// taken gives up on a reader that reads nothing for a while.
type taken struct {
	w       io.Writer
	control *http.ResponseController
	begun   bool
}

func (t *taken) Write(p []byte) (int, error) {
	if err := t.control.SetWriteDeadline(time.Now().Add(takeWithin)); err != nil {
		return 0, err
	}
	t.begun = true
	return t.w.Write(p)
}
