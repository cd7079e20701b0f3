#!/bin/sh
# Makes the virtual environment in $1 with the newest Python found here and installs Elisa into it for development.
set -eu
venv=$1
if [ ! -x "$venv/bin/python" ]; then
    python=$(sh packaging/newest_python.sh)
    if [ -z "$python" ]; then
        echo "Elisa needs Python 3.11, 3.12 or 3.13. On Debian or Ubuntu: sudo apt-get install python3 python3-venv" >&2
        exit 1
    fi
    echo "Setting up with $("$python" --version) (this takes a few minutes, once)"
    "$python" -m venv "$venv"
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
