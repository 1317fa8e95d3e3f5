package skill

import "regexp"

// What YAML types a plain scalar as.
const (
	textType      = "text"
	nullType      = "null"
	booleanType   = "boolean"
	integerType   = "integer"
	floatType     = "float"
	timestampType = "timestamp"
	mergeType     = "merge key"
	defaultType   = "default key"
)

// The resolvers of PyYAML (yaml/resolver.py), which follow YAML 1.1, joined with
// the core schema of YAML 1.2 (section 10.3.2).
var (
	integerForm = regexp.MustCompile(`^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+` +
		`|[-+]?[0-9]+|0o[0-7]+)$`)
	floatForm = regexp.MustCompile(`^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)` +
		`|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$`)
	timestampForm = regexp.MustCompile(`^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}` +
		`:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)$`)
)

// typeOf is what YAML 1.1 or 1.2 types a plain scalar as. The letters y and n are
// text to both PyYAML and YAML 1.2.
func typeOf(s string) string {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nullType
	case "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
		"on", "On", "ON", "off", "Off", "OFF":
		return booleanType
	case "<<":
		return mergeType
	case "=":
		return defaultType
	}
	if c := s[0]; (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' {
		return textType
	}
	switch {
	case integerForm.MatchString(s):
		return integerType
	case floatForm.MatchString(s):
		return floatType
	case timestampForm.MatchString(s):
		return timestampType
	}
	return textType
}
