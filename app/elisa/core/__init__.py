"""Words that every floor may use: errors, events, clock, resources, settings and kid-facing text."""
