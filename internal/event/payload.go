package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// What is read of a payload, in the shape of
// https://docs.github.com/en/webhooks/webhook-events-and-payloads.
type (
	repository struct {
		FullName      string `json:"full_name"`
		DefaultBranch string `json:"default_branch"`
	}
	end struct {
		Ref  string     `json:"ref"`
		SHA  string     `json:"sha"`
		Repo repository `json:"repo"`
	}
	pullPayload struct {
		Changes struct {
			Base json.RawMessage `json:"base"`
		} `json:"changes"`
		PullRequest *struct {
			Number int `json:"number"`
			Base   end `json:"base"`
			Head   end `json:"head"`
		} `json:"pull_request"`
	}
	commentPayload struct {
		Issue *struct {
			Number      int             `json:"number"`
			PullRequest json.RawMessage `json:"pull_request"`
		} `json:"issue"`
	}
	workflowPayload struct {
		WorkflowRun *struct {
			Event          string     `json:"event"`
			HeadSHA        string     `json:"head_sha"`
			HeadBranch     string     `json:"head_branch"`
			HeadRepository repository `json:"head_repository"`
		} `json:"workflow_run"`
	}
	groupPayload struct {
		MergeGroup *struct {
			BaseRef string `json:"base_ref"`
			BaseSHA string `json:"base_sha"`
			HeadSHA string `json:"head_sha"`
		} `json:"merge_group"`
	}
	pushPayload struct {
		Ref     string `json:"ref"`
		Before  string `json:"before"`
		After   string `json:"after"`
		Deleted bool   `json:"deleted"`
	}
	otherPayload struct {
		Repository  repository      `json:"repository"`
		PullRequest json.RawMessage `json:"pull_request"`
	}
)

// decode reads the fields of T, whatever else the payload holds.
func decode[T any](data []byte) (T, error) {
	var v T
	err := json.Unmarshal(data, &v)
	if bad := (*json.UnmarshalTypeError)(nil); errors.As(err, &bad) {
		return v, fmt.Errorf("%s is a JSON %.40s; expected %s", field(bad.Field), bad.Value, kind(bad.Type))
	}
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) {
		return v, fmt.Errorf("the payload is no JSON: %w (at byte %d)", err, bad.Offset)
	}
	return v, err
}

func field(path string) string {
	if path == "" {
		return "the payload"
	}
	return path
}

func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	}
	return "an object"
}

// present reports whether an optional part is there and is not null.
func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
