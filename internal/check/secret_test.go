package check

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"hash/crc32"
	"maps"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/diag"
)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// dice makes tokens, the same in each run, so that none stands in the source.
type dice struct{ *mrand.Rand }

func thrown(seed string) dice {
	return dice{mrand.New(mrand.NewPCG(uint64(crc32.ChecksumIEEE([]byte(seed))), 1))}
}

func (d dice) noise(n int, from string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[d.IntN(len(from))]
	}
	return string(b)
}

func secrets(raw string) (found []string) {
	for _, at := range resource(raw).signs().tokens {
		if place, _, what := find(raw, int(at)); what != "" {
			found = append(found, raw[place.start:place.end])
		}
	}
	return found
}

func (d dice) summed(prefix string) string {
	body := d.noise(30, alphabet)
	return prefix + body + base62(crc32.ChecksumIEEE([]byte(body)), 6)
}

func TestSecretsAreFound(t *testing.T) {
	t.Parallel()
	hex, low := "0123456789abcdef", alphabet[10:]+"23456789"
	for name, make := range map[string]func(d dice) string{
		"github": func(d dice) string { return d.summed("gh" + "p_") }, "server": func(d dice) string { return d.summed("gh" + "s_") }, "npm": func(d dice) string { return d.summed("np" + "m_") },
		"fine-grained": func(d dice) string { return "github" + "_pat_" + d.noise(22, low) + "_" + d.noise(59, low) },
		"aws":          func(d dice) string { return "AK" + "IA" + d.noise(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") },
		"google":       func(d dice) string { return "AI" + "za" + d.noise(35, low) },
		"slack": func(d dice) string {
			return "xo" + "xb-" + d.noise(12, "0123456789") + "-" + d.noise(12, "0123456789") + "-" + d.noise(24, low)
		},
		"stripe":       func(d dice) string { return "sk_" + "live_" + d.noise(24, low) },
		"openai":       func(d dice) string { return "sk" + "-proj-" + d.noise(40, low) + "T3Blbk" + "FJ" + d.noise(40, low) },
		"anthropic":    func(d dice) string { return "sk-" + "ant-api03-" + d.noise(93, low) + "AA" },
		"gitlab":       func(d dice) string { return "gl" + "pat-" + d.noise(20, low) },
		"runner":       func(d dice) string { return "gl" + "rt-" + d.noise(20, low) },
		"docker":       func(d dice) string { return "dckr" + "_pat_" + d.noise(27, low) },
		"webhook":      func(d dice) string { return "wh" + "sec_" + d.noise(32, low) },
		"router":       func(d dice) string { return "sk-" + "or-v1-" + d.noise(64, hex) },
		"hugging face": func(d dice) string { return "h" + "f_" + d.noise(34, low) },
		"sendgrid":     func(d dice) string { return "S" + "G." + d.noise(22, low) + "." + d.noise(43, low) },
		"digitalocean": func(d dice) string { return "dop_" + "v1_" + d.noise(64, hex) },
	} {
		missed, d := 0, thrown(name)
		for range 200 {
			token := make(d)
			for _, around := range []string{"token: %", "export X='%'", "https://%@host/", "(%)", "`%`.", "\n%\n"} {
				if got := secrets(strings.Replace(around, "%", token, 1)); len(got) != 1 || got[0] != token {
					missed++
				}
			}
		}
		if missed > 12 { // one token in a hundred may look made up
			t.Errorf("%s: %d of 1200 missed", name, missed)
		}
	}
}

func TestExamplesAreNoSecrets(t *testing.T) {
	t.Parallel()
	d := thrown("examples")
	body := d.noise(30, alphabet)
	for _, raw := range []string{
		"AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
		"ghp_" + strings.Repeat("x", 36), "ghp_" + body + "000000", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_your_token_here", "sk-ant-api03-...", "sk-proj-your-key", "sk_live_" + strings.Repeat("4eC3", 8),
		"AKIAXXXXXXXXXXXXXXXX", "AKIA1234567890ABCDEF", "xoxb-your-token", "xoxb-1234567890-1234567890123-abcdefghijklmnopqrstuvwx", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
		"glpat-xxxxxxxxxxxxxxxxxxxx", "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "dapi0123456789abcdef0123456789abcdef", "sk_test_" + d.noise(24, alphabet), "sk-learn and sk-image",
		"-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----", "grep -r 'BEGIN PRIVATE KEY'",
		"-----BEGIN PRIVATE KEY-----\n" + d.noise(64, alphabet) + "\n" + d.noise(64, alphabet) + "\n-----END PRIVATE KEY-----",
	} {
		if got := secrets(raw); got != nil {
			t.Errorf("%q: %q", raw, got)
		}
	}
}

func privateKeyBlock(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}))
}

func TestPrivateKeys(t *testing.T) {
	t.Parallel()
	block := privateKeyBlock(t)
	for name, raw := range map[string]string{
		"plain": block, "indented": "x:\n  " + strings.ReplaceAll(block, "\n", "\n  "), "json": `{"key": "` + strings.ReplaceAll(block, "\n", `\n`) + `"}`, "crlf": strings.ReplaceAll(block, "\n", "\r\n"),
	} {
		if got := secrets(raw); len(got) != 1 || got[0] != "-----BEGIN EC PRIVATE KEY-----" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := secrets(block[:len(block)/2] + "\n-----END EC PRIVATE KEY-----"); got != nil {
		t.Errorf("half a key: %q", got)
	}
}

// No message shows a secret, be it quoted whole, cut short, or in another rule's.
func TestSecretsAreConcealed(t *testing.T) {
	t.Parallel()
	token := thrown("concealed").summed("gh" + "p_")
	far := strings.Repeat("a", 40) + "/"
	for name, content := range map[string]string{
		"name": skillFile(`"`+token+`"`, "X.", "", "# P\n"), "field": skillFile("pdf", "X.", token+": x\n", "# P\n"), "comment": skillFile("pdf", "X. # "+token, "", "# P\n"),
		"link": skillFile("pdf", "X.", "", "[x](/"+token+") [y]("+far+token+".md)\n"), "hidden": skillFile("pdf", "X.", "", "<!-- AI must "+token+" -->\n"),
	} {
		others := 0
		for _, f := range checked(t, map[string]string{"skills/pdf/SKILL.md": content}, nil) {
			if f.Rule != "secret" {
				others++
			}
			if strings.Contains(f.Message, token[:20]) {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
		if others == 0 {
			t.Errorf("%s: no other finding", name)
		}
	}
}

// Nor is it quoted of a file that is no skill.
func TestSecretsOfOtherFilesAreConcealed(t *testing.T) {
	t.Parallel()
	token := thrown("censored").summed("gh" + "p_")
	fault := diag.Fault{Rule: "configuration", Path: ".skillbrief.toml", Message: `strategy: "` + token + `" is unknown, "` + token + `" too`}
	in := input(t, &Doc{}, "bad")
	in.Faults = append(in.Faults, fault)
	found, _ := Run(in)
	if !slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Message == `strategy: "(secret)" is unknown, "(secret)" too` }) {
		t.Errorf("found %v", found)
	}
}

// Nor does one show a line of a private key, and what shows lines knows which.
func TestLinesOfKeysAreConcealed(t *testing.T) {
	t.Parallel()
	block := strings.TrimSpace(privateKeyBlock(t))
	line := strings.Split(block, "\n")[1]
	for name, files := range map[string]map[string]string{
		"field":    {"skills/pdf/SKILL.md": skillFile("pdf", "X.", "key: "+block, "# P\n")},
		"quoted":   {"skills/pdf/SKILL.md": skillFile("pdf", "X.", "key: \""+block+"\"", "# P\n")},
		"escaped":  {"skills/pdf/SKILL.md": skillFile("pdf", "X.", strings.ReplaceAll(block, "\n", `\n`)+": x", "# P\n")},
		"manifest": {".pr_agent/skills/review/skill.toml": "version = 1\nkey = \"" + block + "\"\n"},
	} {
		found := checked(t, files, nil)
		for _, f := range found {
			if strings.Contains(f.Message, line[:20]) {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
		if len(found) < 2 {
			t.Errorf("%s: no other finding", name)
		}
	}
	got := SecretLines("a\n" + block + "\nb\n")
	if want := map[int]bool{2: true, 3: true, 4: true, 5: true, 6: true}; !maps.Equal(got, want) {
		t.Errorf("secret lines are %v, want %v", got, want)
	}
}
