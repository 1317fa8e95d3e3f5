package check

// routeGlob reports the invalid globs of routes.
func routeGlob(p *Pass) { faults(p) }
