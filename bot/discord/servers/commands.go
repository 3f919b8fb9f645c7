package servers

import (
	"embed"
	"io/fs"

	"referee/bot/discord/command"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogue is what these commands say, in all languages.
func Catalogue() fs.FS {
	words, err := fs.Sub(catalogues, "locale")
	if err != nil {
		panic("discord: " + err.Error()) // the name is a constant
	}
	return words
}

// Commands are the commands about a server and the bot, in the order of the help.
var Commands = []*command.Command{showSetupCommand, changeSetupCommand, resetSetupCommand, aboutCommand}
