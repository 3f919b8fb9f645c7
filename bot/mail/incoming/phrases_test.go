package incoming_test

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/mail/incoming"
)

// what reads a mail that consists of a text.
func what(t *testing.T, subject, text string) *incoming.Mail {
	t.Helper()
	m, err := incoming.Read(strings.NewReader("From: ana@example.org\nMessage-ID: <1@example.org>\nSubject: "+subject+"\n\n"+text), incoming.Limits{}, settings)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// announcements are what programs write above a text of others, which they do not always mark.
var announcements = map[incoming.Why][]string{
	incoming.Quoted: {
		"On Nov 22, 2026, at 9:04 PM, The referee <referee@club.example> wrote:",
		"On 22 Nov 2026, at 21:04, The referee <referee@club.example> wrote:",
		"On Sunday, November 22nd, 2026 at 21:04, The referee <referee@club.example> wrote:",
		"On 11/22/26 21:04, The referee wrote:",
		"On 2026-11-22 21:04, The referee wrote:",
		"On Sun, 22 Nov 2026, 21:04 The referee, <referee@club.example> wrote:",
		"On Sun, Nov 22, 2026 at 9:04 PM 'The referee' via Wargames <\nwargames@groups.example> wrote:",
		"The referee <referee@club.example> wrote on 22 Nov 2026:",
		"The referee <referee@club.example> writes:",
		"\"The referee\" <referee@club.example> wrote (22.11.2026 21:04):",
		"In message <ask-7@club.example>, The referee writes:",
		"Le 22 nov. 2026 à 21:04, L’arbitre <referee@club.example> a écrit\u00a0:",
		"Le dimanche 22 novembre 2026 à 21:04:00 UTC+1, L’arbitre <referee@club.example> a écrit :",
		"Le 22/11/2026 à 21:04, L'arbitre a écrit :",
		"Le 2026-11-22 21:04, L'arbitre a écrit :",
		"Le dim. 22 nov. 2026,\n21:04, L'arbitre <referee@club.example> a\nécrit :",
		"L'arbitre <referee@club.example> a écrit :",
		"El 22 nov 2026, a las 21:04, El árbitro <referee@club.example> escribió:",
		"El domingo, 22 de noviembre de 2026, 21:04:00 CET, El árbitro <referee@club.example> escribió:",
		"El 22/11/26 a las 21:04, El árbitro escribió:",
		"El dom., 22 nov. 2026 21:04, El árbitro <referee@club.example>\nescribió:",
		"Am 22.11.2026 um 21:04 schrieb Der Schiedsrichter <referee@club.example>:",
		"Am So., 22. Nov. 2026 um 21:04 Uhr schrieb Der Schiedsrichter <\nreferee@club.example>:",
		"Am 22.11.26 um 21:04 schrieb Der Schiedsrichter:",
		"Il giorno dom 22 nov 2026 alle ore 21:04 L'arbitro <referee@club.example> ha scritto:",
		"Op zo 22 nov. 2026 om 21:04 schreef De scheidsrechter <referee@club.example>:",
		"---- On Sun, 22 Nov 2026 21:04:00 +0100 The referee <referee@club.example> wrote ----",
		">>> The referee <referee@club.example> 22/11/2026 21:04 >>>",
		">>> On 22.11.2026 at 21:04, The referee wrote:",
		"-----The referee <referee@club.example> wrote: -----",
		"-----L'arbitre <referee@club.example> a écrit : -----",
		"-----Original-Nachricht-----",
		"-------- Message d'origine --------De : L'arbitre Date : 22/11/2026 21:04 (GMT+01:00) À : Ana Objet : Celles 12",
		"-----Original Message-----",
		"----- Original Message -----",
		"------- Original Message -------\nOn Sunday, November 22nd, 2026 at 21:04, The referee <referee@club.example> wrote:",
		"-------- Original message --------",
		"-----Message d'origine-----",
		"-----Message d’origine-----",
		"----- Mail original -----",
		"-------- Message original --------",
		"-----Mensaje original-----",
		"-------- Mensaje original --------",
		"-----Ursprüngliche Nachricht-----",
		"________________________________\nFrom: The referee <referee@club.example>\nSent: 22 November 2026 21:04\nTo: Ana\nSubject: Celles 12",
		"From: The referee\nDate: Sunday, 22 November 2026 at 21:04\nTo: Ana\nSubject: Celles 12",
		"De : L'arbitre\nDate : dimanche, 22 novembre 2026 à 21:04\nÀ : Ana\nObjet : Celles 12",
		"De: El árbitro\nFecha: domingo, 22 de noviembre de 2026, 21:04\nPara: Ana\nAsunto: Celles 12",
		"Von: Der Schiedsrichter\nDatum: Sonntag, 22. November 2026 um 21:04\nAn: Ana\nBetreff: Celles 12",
		"*De:* El árbitro\n*Enviado el:* domingo, 22 de noviembre de 2026 21:04\n*Para:* Ana\n*CC:* Bob\n*Asunto:* Celles 12",
		"Van: De scheidsrechter <referee@club.example>\nVerzonden: zondag 22 november 2026 21:04\nAan: Ana <ana@example.org>\nOnderwerp: Celles 12",
		"Da: L'arbitro <referee@club.example>\nInviato: domenica 22 novembre 2026 21:04\nA: Ana\nOggetto: Celles 12",
		"Od: Sędzia <referee@club.example>\nWysłano: niedziela, 22 listopada 2026 21:04\nDo: Ana\nTemat: Celles 12",
		"Från: Domaren <referee@club.example>\nSkickat: den 22 november 2026 21:04\nTill: Ana\nÄmne: Celles 12",
		"Fra: Dommeren <referee@club.example>\nSendt: 22. november 2026 21:04\nTil: Ana\nEmne: Celles 12",
		"Od: Rozhodčí <referee@club.example>\nOdesláno: neděle 22. listopadu 2026 21:04\nKomu: Ana\nPředmět: Celles 12",
		"От: Судья <referee@club.example>\nОтправлено: 22 ноября 2026 г. 21:04\nКому: Ana\nТема: Celles 12",
		"Lähettäjä: Tuomari <referee@club.example>\nLähetetty: sunnuntai 22. marraskuuta 2026 21.04\nVastaanottaja: Ana\nAihe: Celles 12",
		"Kimden: Hakem <referee@club.example>\nGönderildi: 22 Kasım 2026 Pazar 21:04\nKime: Ana\nKonu: Celles 12",
		"Feladó: Bíró <referee@club.example>\nElküldve: 2026. november 22., vasárnap 21:04\nCímzett: Ana\nTárgy: Celles 12",
		"差出人: 審判 <referee@club.example>\n送信日時: 2026年11月22日 21:04\n宛先: Ana\n件名: Celles 12",
		"发件人：裁判 <referee@club.example>\n发送时间：2026年11月22日 21:04\n收件人：Ana\n主题：Celles 12",
		"________________________________\nVan: De scheidsrechter <referee@club.example>\nVerzonden: zondag 22 november 2026 21:04\nAan: Ana\nOnderwerp: Celles 12",
		"From: The referee <referee@club.example> Sent: Sunday, 22 November 2026 21:04 To: Ana <ana@example.org> Subject: Celles 12",
		"22 Nov 2026, 21:04 by referee@club.example:",
		"22.11.2026, 21:04, \"The referee\" <referee@club.example>:",
		"W dniu 22.11.2026 o 21:04, Sędzia pisze:",
		"Den 22. nov. 2026 kl. 21:04 skrev Dommeren:",
		"2026年11月22日(日) 21:04 審判 <referee@club.example>:",
		"2026年11月22日 21:04 審判:",
		"The referee (referee@club.example) said:",
		"> Message du 22/11/26 21:04\n> De : The referee <referee@club.example>\n> A : Ana\n> Copie à :\n> Objet : Celles 12",
		"2026-11-22 21:04 GMT+01:00 The referee <\nreferee@club.example>:",
	},
	incoming.Forwarded: {
		"---------- Forwarded message ---------",
		"-------- Forwarded Message --------",
		"Begin forwarded message:",
		"----- Forwarded by Ana/Club on 22/11/2026 -----",
		"---------- Message transféré ---------",
		"----- Mail transféré -----",
		"-------- Message transféré --------",
		"Début du message transféré :",
		"Début du message réexpédié :",
		"-------- Mensaje reenviado --------",
		"---------- Mensaje reenviado ----------",
		"Inicio del mensaje reenviado:",
		"-------- Weitergeleitete Nachricht --------",
		"Anfang der weitergeleiteten Nachricht:",
	},
	incoming.Footer: {
		"Sent from my iPhone",
		"Sent from my Galaxy",
		"Sent from Mail for Windows",
		"Sent via BlackBerry",
		"Sent with Proton Mail secure email.",
		"Get Outlook for iOS",
		"Get Outlook for Android<https://aka.ms/AAb9ysg>",
		"Envoyé de mon iPhone",
		"Envoyé de mon appareil Galaxy",
		"Envoyé depuis mon téléphone",
		"Envoyé à partir d’Outlook pour Android",
		"Envoyé avec la messagerie sécurisée Proton Mail.",
		"Obtenir Outlook pour iOS",
		"Télécharger Outlook pour Android",
		"Enviado desde mi iPhone",
		"Enviado desde Correo para Windows",
		"Enviado con Proton Mail",
		"Obtener Outlook para iOS",
		"Von meinem iPhone gesendet",
		"Gesendet von meinem Smartphone",
		"Gesendet mit der GMX Mail App",
		"Diese Nachricht wurde von meinem Android-Gerät mit GMX Mail gesendet.",
		"Holen Sie sich Outlook für iOS",
		"CONFIDENTIALITY NOTICE: what follows is confidential.",
		"This message is intended solely for whom it is addressed to.",
		"Ce courriel est confidentiel.",
		"Este correo electrónico y sus anexos son confidenciales y van dirigidos a su destinatario.",
		"Diese E-Mail ist vertraulich.",
		"Virus-free. www.antivirus.example",
		"L'absence de virus dans ce courrier électronique a été vérifiée.",
		"You received this message because you are subscribed to the group.",
		"Pensez à l'environnement avant d'imprimer.",
	},
	incoming.Signature: {"--", "-- ", "—"},
}

// TestAnnouncements: whatever stands below them, it is not the author's.
func TestAnnouncements(t *testing.T) {
	for why, texts := range announcements {
		for _, announced := range texts {
			m := what(t, "Re: Celles 12", "lehr-a 2316 stop\n\n"+announced+"\n\nnever-b 1203 stop\nnever-c\n")
			if !slices.Equal(m.Lines, []string{"lehr-a 2316 stop"}) || len(m.Left) != 1 || m.Left[0].Why != why {
				t.Errorf("%s: lines %q, left %v, want %v", announced, m.Lines, m.Left, why)
			}
		}
	}
}

// What players write is theirs, also where it has words of programs in it.
func TestWordsOfPlayers(t *testing.T) {
	for _, text := range []string{
		"As I wrote on Monday, I resign.",
		"On 2316 there are two units.\nLe 2e bataillon attaque 2316 :\nEl 3 de mayo escribió su orden",
		"Sent the guns to 2316.",
		"I said: no.",
		"De: 2316\nA: 2317",
		"from 2316 to 2317",
		"To: 2317",
		"Get the bridge at 2316",
		"This message is short.",
		"Am Dienstag spielen wir weiter.",
		"- lehr-a 2316\n- lehr-b 2317\n-----\nend",
		"* lehr-a 2316",
		"=====\nturn 3\n=====",
		"begin 2316",
		"A > B",
		"forward to 2316",
		"Original plan: none",
		"Turn 2, 24 December 1944:\nlehr-a 2316",
		"My orders for 23 November 2026:\nlehr-a 2316",
		"On Monday at 21:04 I do this:\nlehr-a 2316",
		"Ben: no\nAna: yes, at 21:04\nCarl: 22 November 2026",
		"new celles against Ben <ben@example.net>\nlehr-a 2316:",
		"»lehr-a 2316«",
		"Envoyez lehr-a en 2316",
		"Enviar lehr-a a 2316",
	} {
		if m := what(t, "Re: Celles 12", text); strings.Join(m.Lines, "\n") != text || m.Left != nil {
			t.Errorf("%q: lines %q, left %v", text, m.Lines, m.Left)
		}
	}
}

// What stands apart in a text does so for its reader: below an empty line, what is quoted, or a paragraph of HTML.
func TestApart(t *testing.T) {
	read := func(kind, text string) string {
		m, err := incoming.Read(strings.NewReader("From: ana@example.org\nContent-Type: text/"+kind+"\n\n"+text), incoming.Limits{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(m.Lines, "/")
	}
	for text, want := range map[string]string{
		"\n\none\ntwo\n \n\nthree\n\n":                                      "one/two//three",
		"> what?\none\n> and?\ntwo\n":                                       "one//two",
		"one\n\n> quoted\n\n-- \nsigned":                                    "one",
		"on\n> " + strings.Repeat("a word ", 10) + "and\nwrapped\n\nmore\n": "on/wrapped//more",
	} {
		if got := read("plain", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"<p>one<p>two</p>three": "one//two//three",
		"<p class=MsoNormal>one</p><p class=MsoNormal>two</p><p class=MsoNormal>&nbsp;</p><p>three</p>": "one/two//three",
		"<p style='margin:0'>one</p><p style='margin: 0px 0px 12px'>two</p>":                            "one/two",
		"<div>one</div><div>two</div><div><br></div><div>three</div>":                                   "one/two//three",
		"one<br>two<br><br>three":                                  "one/two//three",
		"one<ul><li>two<li>three</ul>four":                         "one//two/three//four",
		"one<br><s>struck</s>two<br><i hidden>unseen</i>three":     "one/two/three",
		"one<blockquote type=cite>quoted</blockquote>two<hr>three": "one//two//three",
	} {
		if got := read("html", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNoReplyAddresses: no answer reaches who writes from such an address.
func TestNoReplyAddresses(t *testing.T) {
	for from, want := range map[string]incoming.Kind{
		"noreply@mail.example":               incoming.Auto,
		"No-Reply@mail.example":              incoming.Auto,
		"noreply-dmarc-support@mail.example": incoming.Auto,
		"shop.donotreply+7@mail.example":     incoming.Auto,
		"do_not_reply@mail.example":          incoming.Auto,
		"ne-pas-repondre@mail.example":       incoming.Auto,
		"no-responder@mail.example":          incoming.Auto,
		"MAILER-DAEMON@mail.example":         incoming.Auto,
		"postmaster@mail.example":            incoming.Auto,
		"ana@noreply.example":                incoming.Person,
		"casino.reply@mail.example":          incoming.Person,
		"postmasterson@mail.example":         incoming.Person,
	} {
		m, err := incoming.Read(strings.NewReader("From: "+from+"\n\nlehr-a 2316\n"), incoming.Limits{}, settings)
		if err != nil || m.Kind != want {
			t.Errorf("%s: %v, %v, want %v", from, m.Kind, err, want)
		}
	}
}

// TestSubjects tells automatic answers by their subject alone, and people's by theirs.
func TestSubjects(t *testing.T) {
	for subject, want := range map[string]incoming.Kind{
		"Automatic reply: Celles 12":                   incoming.Auto,
		"Out of Office: Celles 12":                     incoming.Auto,
		"Out of the office until Monday":               incoming.Auto,
		"Auto-reply: Celles 12":                        incoming.Auto,
		"Autoresponse: Celles 12":                      incoming.Auto,
		"Réponse automatique : Celles 12":              incoming.Auto,
		"Absence du bureau : Celles 12":                incoming.Auto,
		"Message d'absence":                            incoming.Auto,
		"Respuesta automática: Celles 12":              incoming.Auto,
		"Fuera de la oficina: Celles 12":               incoming.Auto,
		"Automatische Antwort: Celles 12":              incoming.Auto,
		"Abwesenheitsnotiz: Celles 12":                 incoming.Auto,
		"Report Domain: club.example Submitter: x":     incoming.Auto,
		"Re: Celles 12":                                incoming.Person,
		"I report domain trouble":                      incoming.Person,
		"Re: Automatic reply: Celles 12":               incoming.Person,
		"RE: I was out of office":                      incoming.Person,
		"Undeliverable: is what I call the last chits": incoming.Person,
		"": incoming.Person,
	} {
		if m := what(t, subject, "lehr-a 2316\n"); m.Kind != want {
			t.Errorf("%s: %v, want %v", subject, m.Kind, want)
		}
	}
}
