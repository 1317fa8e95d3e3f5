package tokens

import "testing"

func TestForModel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model, name string
		known       bool
	}{
		{"gpt-4o", "o200k_base", true},
		{"gpt-4", "cl100k_base", true},
		{"gpt-4-0314", "cl100k_base", true},
		{"ft:gpt-4o:acme", "o200k_base", true},
		{"gpt-oss-120b", "o200k_base", true},
		{"text-davinci-003", "o200k_base", false},
		{"gpt2", "o200k_base", false},
		{"claude", "o200k_base", false},
		{"", "o200k_base", false},
	} {
		enc, known := ForModel(c.model)
		if enc.Name() != c.name || known != c.known {
			t.Errorf("ForModel(%q) = %s, %t, want %s, %t", c.model, enc.Name(), known, c.name, c.known)
		}
	}
}
