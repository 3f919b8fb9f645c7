package discord

import (
	"referee/bot/locale"
	"referee/engine"
)

// clubCommands are the commands of leagues and of judges, in the order of the help.
var clubCommands = []*command{
	foundLeagueCommand, joinLeagueCommand, leaveLeagueCommand, startLeagueCommand, leagueTableCommand, pairingsCommand,
	bidCommand, reportCommand, withdrawCommand, leagueRulesCommand, exportLeagueCommand, leagueLogCommand, challengeCommand,
	wishCommand, awayFromLeagueCommand, blockCommand,
	// of organisers
	enterMemberCommand, correctCommand, substituteCommand, adjudicateCommand, undoActCommand, amendLeagueCommand,
	pairNowCommand, openPairingCommand, announceHereCommand, finishLeagueCommand, goOnLeagueCommand,
	// of judges
	appealCommand, rulingsCommand, readCaseCommand, ruleCommand,
}

// leagueOption names a league, where a server has several.
var leagueOption = option{name: "league", complete: completeLeague}

// listOf joins texts as the language does.
func (v voice) listOf(texts []string) string {
	list := make([]engine.Arg, len(texts))
	for i, t := range texts {
		list[i] = engine.Text("", t)
	}
	return v.say("league.list", engine.List("list", list...))
}

// languages of leagues are those of matches.
func publicLanguage(settings map[string]string, otherwise string) string {
	if lang := settings[settingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return otherwise
}
