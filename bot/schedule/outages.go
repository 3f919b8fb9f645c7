package schedule

import (
	"cmp"
	"context"
	"slices"

	"referee/engine/match"
)

// outageList is the outages that are stored. They are read once, as no other process
// writes them.
type outageList struct {
	store OutageStore
	all   []match.Outage // by their beginnings
	read  bool           // all is
}

// list lists the outages that were not over at a moment, by their beginnings. They
// do not overlap, so that all before one that was over were over, too.
func (l *outageList) list(ctx context.Context, since int64) ([]match.Outage, error) {
	if !l.read {
		all, err := l.store.Outages(ctx, 0)
		if err != nil {
			return nil, err
		}
		l.all, l.read = all, true
	}
	n := len(l.all)
	for n > 0 && (l.all[n-1].To == 0 || l.all[n-1].To > since) {
		n--
	}
	return slices.Clone(l.all[n:]), nil
}

// put stores an outage, in the place of one that began with it.
func (l *outageList) put(ctx context.Context, o match.Outage) error {
	if _, err := l.list(ctx, o.From); err != nil {
		return err
	}
	if err := l.store.PutOutage(ctx, o); err != nil {
		return err
	}
	at, found := slices.BinarySearchFunc(l.all, o.From, func(x match.Outage, from int64) int { return cmp.Compare(x.From, from) })
	if found {
		l.all[at] = o
	} else {
		l.all = slices.Insert(l.all, at, o)
	}
	return nil
}
