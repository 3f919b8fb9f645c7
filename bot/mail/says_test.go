package mail_test

import (
	"referee/bot/test/localetest"
	"referee/engine"
)

// english is what a message of the catalogues says in English.
func english(key string, args ...engine.Arg) string { return localetest.Told("en", key, args...) }

// part is the longest piece of an English text into which nothing is put.
func part(key string) string { return localetest.Part("en", key) }
