package incoming_test

import (
	"strings"
	"testing"

	"referee/bot/mail/incoming"
)

// TestVerdict: whose word counts, by the form and place of the fields that servers write.
func TestVerdict(t *testing.T) {
	const (
		from     = "From: Ana <ana@example.org>\n"
		forged   = "Authentication-Results: mx.club.example; dmarc=pass; spf=pass; dkim=pass header.d=example.org\n"
		failed   = "Authentication-Results: mx.club.example; dmarc=fail\n"
		ours     = "Received: from mail.example.org by mx.club.example with ESMTPS; Mon, 23 Nov 2026 10:12:00 +0100\n"
		inside   = "Received: from mx.club.example by imap.club.example (Dovecot) with LMTP; Mon, 23 Nov 2026 10:12:01 +0100\n"
		theirs   = "Received: from laptop by mail.example.org with ESMTPSA; Mon, 23 Nov 2026 10:11:59 +0100\n"
		longer   = "Received: from mx.club.example by imapmx.club.example with LMTP; Mon, 23 Nov 2026 10:12:01 +0100\n"
		elsehost = "Received: from x by mx.club.example.evil.example with SMTP; Mon, 23 Nov 2026 10:11:59 +0100\n"
	)
	club := incoming.Config{AuthServ: "mx.club.example"}
	below := incoming.Config{AuthServ: "mx.club.example", Below: true}
	gmail := incoming.Config{AuthServ: "mx.google.com"}
	microsoft := incoming.Config{AuthServ: incoming.Unnamed}
	for _, c := range []struct {
		name   string
		config incoming.Config
		header string
		want   incoming.Verdict
	}{
		{"above our own Received", club, failed + ours + theirs + from, incoming.Verdict{DMARC: "fail"}},
		{"behind a delivery inside", club, inside + failed + ours + theirs + from, incoming.Verdict{DMARC: "fail"}},
		{"behind a host whose name ends as ours", club, longer + failed + ours + theirs + from, incoming.Verdict{DMARC: "fail"}},
		{"two fields of ours", club, failed + forged + ours + from, incoming.Verdict{DMARC: "fail", SPF: "pass", DKIM: "pass", DKIMDomain: "example.org"}},
		{"brought by the sender", club, ours + forged + from, incoming.Verdict{}},
		{"brought by the sender, above theirs", club, ours + forged + theirs + from, incoming.Verdict{}},
		{"brought with a Received of our name", club, failed + ours + forged + ours + from, incoming.Verdict{DMARC: "fail"}},
		{"brought with a Received like ours", club, ours + forged + elsehost + from, incoming.Verdict{}},
		{"without any Received", club, forged + from, incoming.Verdict{}},
		{"with a Received of others alone", club, forged + theirs + from, incoming.Verdict{DMARC: "pass", SPF: "pass", DKIM: "pass", DKIMDomain: "example.org"}},
		{"without a name to believe", incoming.Config{}, forged + ours + from, incoming.Verdict{}},
		{"another name", club, strings.Replace(forged, "mx.club", "club", 1) + ours + from, incoming.Verdict{}},
		{"no name", club, "Authentication-Results: dmarc=pass\n" + ours + from, incoming.Verdict{}},
		{"below, the first alone", below, ours + failed + forged + theirs + from, incoming.Verdict{DMARC: "fail"}},
		{"below, and one above", below, failed + ours + forged + from, incoming.Verdict{DMARC: "fail"}},
		{"Gmail", gmail, `Received: by 2002:a05:6a00:1 with SMTP id a1; Mon, 23 Nov 2026 01:12:00 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com; dmarc=fail
Received: from mail.example.org (mail.example.org. [192.0.2.1])
        by mx.google.com with ESMTPS id b2; Mon, 23 Nov 2026 01:12:00 -0800 (PST)
Received-SPF: pass (google.com: domain of ana@example.org designates 192.0.2.1 as permitted sender; really) client-ip=192.0.2.1;
Authentication-Results: mx.google.com;
       dkim=pass header.i=@mail.example.net header.s=s1 header.b="a;b=c";
       dkim=pass header.i=@example.org header.s=20;
       spf=pass (google.com: domain of ana@example.org designates 192.0.2.1; all's well) smtp.mailfrom=ana@example.org;
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.org
Authentication-Results: mx.google.com; dmarc=none
` + from, incoming.Verdict{DMARC: "pass", SPF: "pass", DKIM: "pass", DKIMDomain: "example.org"}},
		{"Microsoft", microsoft, `Received: from DB9.eurprd03.prod.outlook.com (2603::1) by AM0.eurprd03.prod.outlook.com with HTTPS; Mon, 23 Nov 2026 09:12:01 +0000
Authentication-Results: spf=softfail (sender IP is 192.0.2.1)
 smtp.mailfrom=example.org; dkim=none (message not signed)
 header.d=none;dmarc=fail action=quarantine header.from=example.org;compauth=fail reason=000
Received-SPF: SoftFail
Received: from mail.example.org (192.0.2.1) by AM7EUR03FT0.mail.protection.outlook.com (10.1.1.1) with Microsoft SMTP Server; Mon, 23 Nov 2026 09:12:00 +0000
Authentication-Results: spf=pass; dmarc=pass
` + from, incoming.Verdict{SPF: "softfail", DKIM: "none", DKIMDomain: "none", DMARC: "fail"}},
		{"a border of its own", incoming.Config{AuthServ: "club.example", Border: "mx.club.example"}, "Authentication-Results: club.example; dmarc=fail\n" + ours + "Authentication-Results: club.example; dmarc=pass; spf=pass\n" + from, incoming.Verdict{DMARC: "fail"}},
		{"version, comments, blanks", club, `Authentication-Results: "mx.club.example" 1 (dmarc=pass; (nested; spf=pass) \) x) ;
 SPF (a) = (b) Fail smtp.mailfrom = example.org ; dkim/1=neutral reason="bad; dmarc=pass" header.d=Example.ORG; dmarc=TempError
` + ours + from, incoming.Verdict{SPF: "fail", DKIM: "neutral", DKIMDomain: "example.org", DMARC: "temperror"}},
		{"of two signatures the author's, and none of all domains", club, `Authentication-Results: mx.club.example; dkim=pass header.d=org; dkim=pass header.d=evil.example; dkim=pass header.d=example.org
` + ours + from, incoming.Verdict{DKIM: "pass", DKIMDomain: "example.org"}},
		{"nothing was looked at", club, "Authentication-Results: mx.club.example; none\n" + ours + from, incoming.Verdict{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := incoming.Read(strings.NewReader(c.header+"Message-ID: <1@example.org>\n\nlehr-a 2316\n"), incoming.Limits{}, c.config)
			if err != nil || m.Verdict != c.want {
				t.Errorf("%+v, %v; want %+v", m.Verdict, err, c.want)
			}
		})
	}
}
