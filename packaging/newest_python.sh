#!/bin/sh
# Prints the newest Python of 3.13, 3.12, 3.11 that works here; nothing if there is none.
usable() {
    "$1" -c 'import sys, ssl, sqlite3, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

# pyenv keeps its versions beside the folder of its shims, which may be on the path of somebody with another home.
pyenv=${PYENV_ROOT:-$HOME/.pyenv}
for folder in $(printf %s "$PATH" | tr ':' ' '); do
    case $folder in
        */shims) pyenv=${folder%/shims} ;;
    esac
done

for version in 3.13 3.12 3.11; do
    for candidate in "python$version" "$pyenv/versions/$version".*/bin/"python$version" \
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
exit 0
