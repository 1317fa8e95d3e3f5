package cli

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the release build.
var version string

// release is the release that was built, the module version that was installed, or
// "devel".
func release() string {
	info, ok := debug.ReadBuildInfo()
	if version == "" && ok && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "devel")
	}
	return cmp.Or(version, "devel")
}

func runVersion(_ context.Context, s streams, r *request) (int, error) {
	commit := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				commit = setting.Value
			}
		}
	}
	return exitPass, s.emit(r.output, fmt.Sprintf("skillbrief %s\ncommit %s\n%s %s/%s\n", release(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH))
}
