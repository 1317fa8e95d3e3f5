package cli

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

// TestNames holds the names that options take against those that the packages
// know which obey them.
func TestNames(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(manifest.Modes, config.RolloutModes); diff != "" {
		t.Errorf("rollout modes:\n%s", diff)
	}
	public := config.Targets[:5]
	for i, target := range config.Targets {
		want := target
		if i >= len(public) {
			want = "improve" // a stage of it
		}
		if got := manifest.PublicTarget(target); got != want || !slices.Contains(public, want) {
			t.Errorf("target %s is %s to manifests, want %s", target, got, want)
		}
	}
	s := config.Defaults()
	for _, name := range tokens.Names() {
		if err := s.Set("encoding", []string{name}); err != nil {
			t.Error(err)
		}
	}
	if got := config.Defaults().Encoding; got != tokens.Names()[0] {
		t.Errorf("the default encoding is %s, want %s", got, tokens.Names()[0])
	}
}
