package kills

import (
	"os"
	"os/exec"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/program"
)

// journalFile is the journal of a run, in its directory.
const journalFile = "journal.json"

// serve starts the program. Its matches are in a directory on which disk may mount another disk: see disks.go.
func (r *run) serve(disk string, way *discordtest.Proxy) (*program.Process, error) {
	cmd := exec.Command(r.binary, "serve")
	if disk != "" {
		cmd = exec.Command("unshare", "-rm", "sh", "-c", disk+` && exec "$0" serve`, r.binary)
	}
	cmd.Dir = r.dir
	cmd.Env = append(append(os.Environ(), "REFEREE_TOKEN="+r.discord.Token(), "REFEREE_DB="+program.DBFile, "REFEREE_KEY=referee.key", "REFEREE_OPS_LISTEN=off"), way.Env()...)
	cmd.Env = append(cmd.Env, "REFEREE_LIMITS_COMMANDS=0") // its people press as fast as a program does
	cmd.Env = append(cmd.Env, "REFEREE_DISCORD_EMOJI=off") // they go up one by one for minutes, and no order hangs on them
	cmd.Env = append(cmd.Env, "REFEREE_GAME=toy")          // so that the toy is there besides Celles: its matches are short
	return program.Serve(cmd)
}
