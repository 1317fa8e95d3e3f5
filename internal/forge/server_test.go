package forge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/skillbrief/skillbrief/internal/event"
)

const token = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"

var (
	base = strings.Repeat("a", 40)
	head = strings.Repeat("b", 40)
)

// description is GitHub's own of its API, cut to what forge uses.
var description = sync.OnceValues(func() (*openapi3.T, error) {
	doc, err := openapi3.NewLoader().LoadFromFile("testdata/github.json")
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(context.Background())
})

// answer is what the server says: a body for JSON, and further headers.
type answer struct {
	status int
	body   any
	header map[string]string
	// odd allows a body that is not as described.
	odd bool
}

func ok(body any) answer      { return answer{status: http.StatusOK, body: body} }
func created(body any) answer { return answer{status: http.StatusCreated, body: body} }

func refuse(status int, message string) answer {
	return answer{status: status, body: map[string]any{"message": message, "documentation_url": "https://docs.github.com/rest"}}
}

// call is one request that the server took.
type call struct {
	line string // method, path and query
	body map[string]any
}

// server is an API that holds each request and each answer against GitHub's
// description of it.
type server struct {
	t       *testing.T
	options Options
	doc     *openapi3.T
	router  routers.Router
	answers map[string]func(call) answer // by method and path
	mu      sync.Mutex
	calls   []call
}

// serve starts a server below the path of an Enterprise server's API.
func serve(t *testing.T, answers map[string]func(call) answer) *server {
	t.Helper()
	doc, err := description()
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, doc: doc, router: router, answers: answers}
	listener := httptest.NewServer(http.StripPrefix("/api/v3", s))
	t.Cleanup(listener.Close)
	s.options = Options{URL: listener.URL + "/api/v3", Token: token}
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if got := r.Header.Get("Authorization"); got != "Bearer "+token {
		s.t.Errorf("%s: Authorization %q", r.URL, got)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	c := call{line: r.Method + " " + r.URL.RequestURI()}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &c.body); err != nil {
			s.t.Errorf("%s: %v", c.line, err)
		}
	}
	s.mu.Lock()
	s.calls = append(s.calls, c)
	s.mu.Unlock()
	input := s.check(r)
	reply := s.answers[r.Method+" "+r.URL.Path]
	if reply == nil || input == nil {
		s.t.Errorf("unexpected %s", c.line)
		w.WriteHeader(http.StatusNotImplemented)
		return
	}
	s.send(w, input, reply(c))
}

// check holds a request against the description.
func (s *server) check(r *http.Request) *openapi3filter.RequestValidationInput {
	route, params, err := s.router.FindRoute(r)
	if err != nil {
		s.t.Errorf("%s %s: %v", r.Method, r.URL, err)
		return nil
	}
	input := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route}
	if err := openapi3filter.ValidateRequest(r.Context(), input); err != nil {
		s.t.Errorf("%s %s is not as described: %v", r.Method, r.URL, err)
	}
	for name := range r.URL.Query() {
		if route.Operation.Parameters.GetByInAndName("query", name) == nil {
			s.t.Errorf("%s %s: there is no parameter %s", r.Method, r.URL, name)
		}
	}
	return input
}

// send holds an answer against the description, and gives it.
func (s *server) send(w http.ResponseWriter, input *openapi3filter.RequestValidationInput, a answer) {
	body, err := json.Marshal(a.body)
	if err != nil {
		s.t.Error(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	for name, value := range a.header {
		header.Set(name, value)
	}
	given := &openapi3filter.ResponseValidationInput{RequestValidationInput: input, Status: a.status, Header: header}
	if err := openapi3filter.ValidateResponse(context.Background(), given.SetBodyBytes(body)); err != nil && !a.odd {
		s.t.Errorf("the test's own answer to %s %s is not as described: %v", input.Request.Method, input.Request.URL, err)
	}
	w.WriteHeader(a.status)
	if _, err := w.Write(body); err != nil {
		s.t.Log(err)
	}
}

// lines are the requests in order.
func (s *server) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, c := range s.calls {
		lines = append(lines, c.line)
	}
	return lines
}

// sample is a value of a schema of the description, with some of its own.
func (s *server) sample(schema string, own map[string]any) map[string]any {
	s.t.Helper()
	ref := s.doc.Components.Schemas[schema]
	if ref == nil {
		s.t.Fatalf("the description has no %s", schema)
	}
	v := example(ref.Value).(map[string]any)
	merge(v, own)
	return v
}

func merge(into, own map[string]any) {
	for key, value := range own {
		inner, ok := value.(map[string]any)
		if old, isMap := into[key].(map[string]any); ok && isMap {
			merge(old, inner)
		} else {
			into[key] = value
		}
	}
}

// example is the least value that is as a schema says.
func example(s *openapi3.Schema) any {
	for _, several := range []openapi3.SchemaRefs{s.AnyOf, s.OneOf} {
		if len(several) > 0 {
			return example(several[0].Value)
		}
	}
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Nullable:
		return nil
	case s.Type.Is("string"):
		return map[string]string{"uri": "https://example.com/x", "date-time": "2026-01-02T03:04:05Z", "email": "a@example.com"}[s.Format]
	case s.Type.Is("integer"), s.Type.Is("number"):
		return 1
	case s.Type.Is("boolean"):
		return false
	case s.Type.Is("array"):
		return []any{}
	}
	v := map[string]any{}
	for _, part := range s.AllOf {
		maps.Copy(v, example(part.Value).(map[string]any))
	}
	for _, name := range s.Required {
		v[name] = example(s.Properties[name].Value)
	}
	return v
}

// pull is a pull request of the fixtures, number 12, in one of its two shapes.
func (s *server) pull(schema string, own map[string]any) map[string]any {
	v := s.sample(schema, map[string]any{
		"number": 12, "state": "open",
		"base": map[string]any{"ref": "main", "sha": base, "repo": map[string]any{"full_name": "acme/standards", "default_branch": "main"}},
		"head": map[string]any{"ref": "feature", "sha": head, "repo": map[string]any{"full_name": "mallory/standards", "default_branch": "evil"}},
	})
	merge(v, own)
	return v
}

// wishes are those of a pull request's event.
func wishes() event.Wishes {
	return event.Wishes{Event: "pull_request", Repo: "acme/standards", PullRequest: 12, HeadSHA: head}
}

// page cuts one page out of all, as the query of a call asks, and links to the next.
func page[T any](c call, all []T) answer {
	_, raw, _ := strings.Cut(c.line, "?")
	query, _ := url.ParseQuery(raw)
	number, _ := strconv.Atoi(query.Get("page"))
	size, _ := strconv.Atoi(query.Get("per_page"))
	pages := slices.Collect(slices.Chunk(all, max(size, 1)))
	a := answer{status: http.StatusOK, body: []T{}}
	if number <= len(pages) {
		a.body = pages[number-1]
	}
	if number < len(pages) {
		a.header = map[string]string{"Link": fmt.Sprintf(`<https://api.example.com/x?page=%d>; rel="next"`, number+1)}
	}
	return a
}
