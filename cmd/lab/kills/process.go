package kills

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/program"
)

// serve starts the program in a directory. What it logs is added to a file there. The
// matches are in a directory below, on which disk may mount another disk: see disks.go.
func serve(binary, dir, disk, token string, way *discordtest.Proxy) (*program.Process, error) {
	log, err := os.OpenFile(filepath.Join(dir, logFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, dataDir), 0o700)
	}
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, "serve")
	if disk != "" {
		cmd = exec.Command("unshare", "-rm", "sh", "-c", disk+` && exec "$0" serve`, binary)
	}
	cmd.Dir, cmd.Stderr = dir, log
	cmd.Env = append(append(os.Environ(), "REFEREE_TOKEN="+token, "REFEREE_DB="+dbFile, "REFEREE_KEY=referee.key", "REFEREE_OPS_LISTEN=off"), way.Env()...)
	cmd.Env = append(cmd.Env, "REFEREE_LIMITS_COMMANDS=0") // its people press as fast as a program does
	cmd.Env = append(cmd.Env, "REFEREE_DISCORD_EMOJI=off") // they go up one by one for minutes, and no order hangs on them
	cmd.Env = append(cmd.Env, "REFEREE_GAME=toy")          // so that the toy is there besides Celles: its matches are short
	p, err := program.Start(cmd)
	return p, errors.Join(err, log.Close())
}

// The files of a run.
const (
	dataDir     = "data"
	dbFile      = dataDir + "/referee.db"
	logFile     = "referee.log"
	journalFile = "journal.json"
)
