package referee

import (
	"context"

	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// keyRetry is how long to wait, in milliseconds, before a roll is tried again for
// which the key is missing.
const keyRetry = 60 * 60 * 1000

// LoseKey says in a match that the key of its dice is lost: nobody waits for it any
// more, and its players are told. Whoever says so must know it. Said again it
// changes nothing.
func (r *Referee) LoseKey(ctx context.Context, id match.ID) error {
	return setKey(ctx, r, id, schedule.KeyLost)
}

// RegainKey says in a match that the key of its dice is back. Where it was not lost
// nothing changes.
func (r *Referee) RegainKey(ctx context.Context, id match.ID) error { return setKey(ctx, r, id, "") }

func setKey(ctx context.Context, r *Referee, id match.ID, value string) error {
	_, err := r.do(ctx, Command{Match: id, Door: "dice", due: true}, func(m *match.Match, by match.By) (*match.Match, error) {
		if m.Setting(schedule.SettingKey) == value {
			return m, nil
		}
		return m.Set(by, map[string]string{schedule.SettingKey: value})
	})
	return err
}

// keyTold says that the key of the dice is lost, or back.
func keyTold(value string) engine.Msg {
	if value == schedule.KeyLost {
		return engine.Say("referee.told.key-lost")
	}
	return engine.Say("referee.told.key-back")
}
