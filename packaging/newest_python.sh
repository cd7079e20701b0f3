#!/bin/sh
# Prints the newest Python of 3.13, 3.12, 3.11 that works here; nothing if there is none.
usable() {
    "$1" -c 'import sys, ssl, sqlite3, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}
for version in 3.13 3.12 3.11; do
    for candidate in "python$version" \
        "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/"python$version" \
        "/opt/python/$version/bin/python$version" "/usr/local/bin/python$version" "/usr/bin/python$version"; do
        if usable "$candidate"; then
            command -v "$candidate"
            exit 0
        fi
    done
done
if usable python3; then
    command -v python3
fi
