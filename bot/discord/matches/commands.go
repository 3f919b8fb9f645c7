package matches

import (
	"embed"
	"io/fs"

	"referee/bot/discord/command"
	"referee/engine"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogue is what these commands say, in all languages.
func Catalogue() fs.FS { return engine.CataloguesIn(catalogues, "bot/discord/matches") }

// Commands are the commands of matches, in the order of the help.
var Commands = []*command.Command{
	openCommand, joinCommand, leaveCommand, statusCommand, historyCommand, exportCommand, resignCommand, drawOfferCommand,
	lawCommand, rematchCommand, settingsCommand, abandonCommand, moveMatchCommand, unseatCommand, takeBackCommand, clocksCommand,
	pauseCommand, vacationCommand, laterCommand, askBackCommand, sandboxCommand, handoffsCommand, goOnCommand,
	chooseCommand, drawMapCommand, whyCommand, hintCommand, rulesCommand, undoCommand,
	showDiceCommand, proofCommand, verifyCommand, exportDiceCommand, luckCommand, accountCommand,
	standingsCommand, leaveOrderCommand, armOrderCommand, revokeOrderCommand,
	tryCommand, learnCommand, meCommand, browsersCommand, noteCommand, privacyCommand, helpCommand,

	// buttons alone
	browserCommand, declineCommand, freeCommand, inviteCommand, reasonsCommand,
	dropOrderCommand, pickClauseCommand, holdUntilCommand, addToCommand, addWordCommand, rehearseAgainCommand,
	learnPickCommand, learnPageCommand, learnConfirmCommand, learnBackCommand,
	tryPickCommand, tryPageCommand, pickCommand, farCommand, askCommand, pageCommand, usualCommand, confirmCommand, backCommand, cancelCommand, neverCommand,
}
