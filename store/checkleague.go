package store

import (
	"encoding/json"

	"referee/engine/league"
	"referee/engine/match"
)

func (c *checker) texts() {
	c.each(bucketTexts, func(k, v []byte) {
		var t match.Text
		if err := json.Unmarshal(v, &t); err != nil || t.Hash != string(k) || !t.Holds() {
			c.fault("text %s is not the one of its hash", k)
			return
		}
		c.want(bucketTextsOf, key(t.Account, t.Hash), "text %s: not listed by its account", k)
	})
	c.each(bucketTextsOf, func(k, _ []byte) {
		account, rest := splitKey(k)
		hash, _ := splitKey(rest)
		c.want(bucketTexts, []byte(hash), "account %q: text %s is missing", account, hash)
	})
	c.each(bucketJudged, func(k, _ []byte) { c.known(string(k), "judged") })
}

func (c *checker) leagues() {
	known := map[string]bool{}
	c.each(bucketLeagues, func(k, _ []byte) {
		known[string(k)] = true
		l, err := loadLeague(c.tx, league.ID(k))
		if err != nil {
			c.fault("league %s: %w", k, err)
			return
		}
		card, err := leagueCard(c.tx, league.ID(k))
		if err != nil || string(card.ID) != string(k) || l.Rules().League != string(k) || l.Over() != card.Over {
			c.fault("league %s: the card does not agree with the log", k)
		}
		c.want(bucketHomes, key(card.Home, string(k)), "league %s: not listed at its home %q", k, card.Home)
	})
	owned := func(bucket []byte) {
		c.each(bucket, func(k, _ []byte) {
			if id, _ := splitKey(k); !known[id] {
				c.fault("%s: there is no league %q", bucket, id)
			}
		})
	}
	owned(bucketLeagueEntries)
	owned(bucketMembers)
	owned(bucketLinks)
	c.each(bucketHomes, func(k, _ []byte) {
		home, rest := splitKey(k)
		id, _ := splitKey(rest)
		if card, err := leagueCard(c.tx, league.ID(id)); err != nil || card.Home != home {
			c.fault("home %q lists league %q, which is elsewhere", home, id)
		}
	})
	c.members()
	c.links()
}

func (c *checker) members() {
	c.each(bucketMembers, func(k, v []byte) {
		p, err := readMember(k, v)
		if err != nil {
			c.fault("member %q: %w", k, err)
			return
		}
		c.want(bucketMemberships, append(key(p.Account), k...), "member %q: not listed by account", k)
	})
	c.each(bucketMemberships, func(k, _ []byte) {
		account, rest := splitKey(k)
		v := c.tx.Bucket(bucketMembers).Get(rest)
		if p, err := readMember(rest, v); v == nil || err != nil || p.Account != account {
			c.fault("account %q lists a member who is another", account)
		}
	})
}

func (c *checker) links() {
	c.each(bucketLinks, func(k, v []byte) {
		c.known(string(v), "links")
		if back := c.tx.Bucket(bucketLinked).Get(v); string(back) != string(k) {
			c.fault("match %s: not known to be of its league", v)
		}
	})
	c.each(bucketLinked, func(k, v []byte) {
		if to := c.tx.Bucket(bucketLinks).Get(v); string(to) != string(k) {
			c.fault("match %s: its league does not know it", k)
		}
	})
}
