package servers

import (
	"embed"
	"io/fs"

	"referee/bot/discord/command"
	"referee/engine"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogue is what these commands say, in all languages.
func Catalogue() fs.FS { return engine.CataloguesIn(catalogues, "bot/discord/servers") }

// Commands are the commands about a server and the bot, in the order of the help.
var Commands = []*command.Command{showSetupCommand, changeSetupCommand, resetSetupCommand, titleSetupCommand, aboutCommand}
