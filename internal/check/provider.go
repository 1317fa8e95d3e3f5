package check

import "strings"

// provider is a kind of token that can be told by its form. The sources are the
// providers' own documents; prefix and length are theirs.
type provider struct {
	name   string
	prefix string
	extra  string // characters allowed behind the prefix beside letters and digits
	least  int    // characters behind the prefix
	most   int    // 0: any number
	real   func(rest string) bool
}

// providers is sorted by name.
var providers = []provider{
	{"AWS access key", "AKIA", "", 16, 16, base32Key},
	{"AWS temporary access key", "ASIA", "", 16, 16, base32Key},
	{"Anthropic key", "sk-ant-", "-_", 80, 0, random(4)},
	{"Atlassian token", "ATATT3xFf", "-_=", 100, 0, random(4)},
	{"Databricks token", "dapi", "", 32, 32, hexKey},
	{"DigitalOcean token", "dop_v1_", "", 64, 64, hexKey},
	{"Docker token", "dckr_pat_", "-_", 27, 27, random(3.6)},
	{"Figma token", "figd_", "-_", 40, 0, random(4)},
	{"GitHub OAuth token", "gho_", "", 36, 36, checksummed},
	{"GitHub app token", "ghu_", "", 36, 36, checksummed},
	{"GitHub fine-grained token", "github_pat_", "_", 82, 82, random(4)},
	{"GitHub installation token", "ghs_", "", 36, 36, checksummed},
	{"GitHub personal token", "ghp_", "", 36, 36, checksummed},
	{"GitHub refresh token", "ghr_", "", 36, 76, checksummed},
	{"GitLab deploy token", "gldt-", "-_", 20, 0, random(3.4)},
	{"GitLab runner token", "glrt-", "-_.", 20, 0, random(3.4)},
	{"GitLab token", "glpat-", "-_.", 20, 0, random(3.4)},
	{"GitLab trigger token", "glptt-", "", 40, 40, hexKey},
	{"Google API key", "AIza", "-_", 35, 35, random(3.9)},
	{"Google OAuth secret", "GOCSPX-", "-_", 28, 28, random(3.8)},
	{"Google OAuth token", "ya29.", "-_", 100, 0, random(4)},
	{"Grafana token", "glsa_", "_", 41, 41, grafana},
	{"Groq key", "gsk_", "", 52, 52, random(4)},
	{"Hugging Face token", "hf_", "", 34, 0, random(3.8)},
	{"Linear key", "lin_api_", "", 40, 40, random(4)},
	{"Netlify token", "nfp_", "", 36, 36, random(4)},
	{"New Relic key", "NRAK-", "", 27, 27, random(3.4)},
	{"OpenAI key", "sk-", "-_", 48, 0, openAI},
	{"OpenRouter key", "sk-or-v1-", "", 64, 64, hexKey},
	{"Perplexity key", "pplx-", "", 48, 48, random(4)},
	{"Postman key", "PMAK-", "-", 59, 59, random(3.4)},
	{"Pulumi token", "pul-", "", 40, 40, hexKey},
	{"PyPI test token", "pypi-AgENdGVzdC5weXBpLm9yZw", "-_", 50, 0, random(4)},
	{"PyPI token", "pypi-AgEIcHlwaS5vcmc", "-_", 50, 0, random(4)},
	{"Replicate token", "r8_", "", 37, 37, random(4)},
	{"RubyGems key", "rubygems_", "", 48, 48, hexKey},
	{"SendGrid key", "SG.", "-_.", 66, 66, sendGrid},
	{"Sentry token", "sntrys_", "_=/+", 100, 0, random(4)},
	{"Shopify secret", "shpss_", "", 32, 32, hexKey},
	{"Shopify token", "shpat_", "", 32, 32, hexKey},
	{"Slack app token", "xapp-", "-", 60, 0, random(3.4)},
	{"Slack bot token", "xoxb-", "-", 40, 0, slack},
	{"Slack legacy token", "xoxs-", "-", 40, 0, slack},
	{"Slack rotating token", "xoxe.xoxp-1-", "-", 100, 0, random(4)},
	{"Slack user token", "xoxp-", "-", 40, 0, slack},
	{"Slack webhook", "hooks.slack.com/services/", "/", 40, 0, slackHook},
	{"Square secret", "sq0csp-", "-_", 43, 43, random(4)},
	{"Stripe live key", "sk_live_", "", 24, 0, random(3.5)},
	{"Stripe live restricted key", "rk_live_", "", 24, 0, random(3.5)},
	{"Stripe webhook secret", "whsec_", "", 32, 0, random(4)},
	{"Supabase token", "sbp_", "", 40, 40, hexKey},
	{"Tailscale key", "tskey-auth-", "-", 30, 0, random(3.6)},
	{"Vault token", "hvs.", "-_", 90, 0, random(4)},
	{"npm token", "npm_", "", 36, 36, checksummed},
	{"xAI key", "xai-", "", 80, 80, random(4)},
}

// documented are values that providers show in their own examples.
var documented = []string{
	"AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", // Google Maps
}

// grafana tokens end in the CRC-32 of what is before the last underscore:
// https://grafana.com/docs/grafana/latest/administration/service-accounts/.
func grafana(s string) bool {
	body, sum, ok := strings.Cut(s, "_")
	return ok && len(body) == 32 && len(sum) == 8 && random(3.8)(body)
}

// openAI keys hold the words OpenAI in base 64 in their midst.
func openAI(s string) bool { return strings.Contains(s, "T3BlbkFJ") && random(4)(s) }

func sendGrid(s string) bool {
	id, key, ok := strings.Cut(s, ".")
	return ok && len(id) == 22 && len(key) == 43 && random(4)(key)
}

func slack(s string) bool {
	parts := strings.Split(s, "-")
	last := parts[len(parts)-1]
	return len(parts) >= 3 && len(last) >= 24 && random(3.2)(last) && strings.Trim(parts[0], "0123456789") == ""
}

func slackHook(s string) bool {
	parts := strings.Split(s, "/")
	return len(parts) == 3 && strings.HasPrefix(parts[0], "T") && strings.HasPrefix(parts[1], "B") && len(parts[2]) == 24 && random(3.5)(parts[2])
}
