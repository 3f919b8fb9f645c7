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
	openCommand, joinCommand, leaveCommand, statusCommand, historyCommand, whyCommand, analysisCommand, exportCommand,
	takebackCommand, drawOfferCommand, resignCommand, rematchCommand, settingsCommand, rulesVersionCommand, moveMatchCommand, resumeCommand,
	chooseCommand, undoCommand, drawMapCommand, hintCommand, sandboxCommand, tryCommand,
	clocksCommand, pauseCommand, vacationCommand, snoozeCommand, handoffsCommand,
	standingsCommand, setOrderCommand, armOrderCommand, revokeOrderCommand,
	showDiceCommand, proofCommand, verifyCommand, exportDiceCommand, luckCommand, rulesCommand,
	learnCommand, meCommand, browsersCommand, noteCommand, privacyCommand, helpCommand,
	// of moderators
	rewindCommand, freeSideCommand, abandonCommand,

	// buttons alone
	browserCommand, declineCommand, freeCommand, inviteCommand, reasonsCommand,
	dropOrderCommand, pickClauseCommand, holdUntilCommand, addToCommand, addWordCommand, rehearseAgainCommand,
	learnPickCommand, learnPageCommand, learnConfirmCommand, learnBackCommand,
	tryPickCommand, tryPageCommand, pickCommand, farCommand, askCommand, pageCommand, resultsCommand, usualCommand, confirmCommand, backCommand, cancelCommand, neverCommand,
}
