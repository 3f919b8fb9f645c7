package discord

import "sync"

// manyRefusals is how many people's last refusals are kept.
const manyRefusals = 1000

// refusals holds what people were refused last, until the next start.
type refusals struct {
	mu   sync.Mutex
	last map[string]error
	old  map[string]error // those before the latest manyRefusals
}

func (r *refusals) keep(account string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil || len(r.last) >= manyRefusals {
		r.last, r.old = map[string]error{}, r.last
	}
	r.last[account] = err
}

// of is what an account was refused last, or nil.
func (r *refusals) of(account string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.last[account]; err != nil {
		return err
	}
	return r.old[account]
}

// forget drops an account.
func (r *refusals) forget(account string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.last, account)
	delete(r.old, account)
}
