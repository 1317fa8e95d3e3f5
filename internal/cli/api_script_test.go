package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
)

// api PATH=FILE... is GitHub's REST API on this machine: each path is answered with
// a file, in which variables stand for their values; everything else is not found.
func cmdAPI(s *script, args []string) {
	answers := map[string]string{}
	for _, a := range args {
		path, file, ok := strings.Cut(a, "=")
		s.need(ok, "api PATH=FILE...")
		answers[path] = os.Expand(s.ReadFile(file), s.Getenv)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, ok := answers[r.URL.Path]
		if !ok || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answer))
	}))
	s.Defer(server.Close)
	s.Setenv("GITHUB_API_URL", server.URL)
}
