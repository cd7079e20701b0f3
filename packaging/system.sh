#!/bin/sh
# Installs what Debian and Ubuntu bring: libraries of the web engine, bubblewrap, Python's venv; and, for the tests
# only, Chromium with its driver. Where that is not allowed it prints the exact line and goes on.
set -eu

wanted="git libnss3 libnspr4 libasound2 libdbus-1-3 libegl1 libgl1 libfontconfig1 libfreetype6 libglib2.0-0 libgbm1
libdrm2 libx11-xcb1 libxcomposite1 libxdamage1 libxrandr2 libxrender1 libxtst6 libxkbfile1 libxkbcommon0
libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0
libxcb-shape0 libxcb-xkb1 libpulse0 fonts-dejavu-core bubblewrap"
for_tests="chromium chromium-driver"

command -v apt-get >/dev/null 2>&1 || exit 0

installed() {
    dpkg-query -W -f '${Status}\n' "$1" "$1t64" 2>/dev/null | grep -q '^install ok installed$'
}
offered() {
    apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'
}

python=$("$(dirname "$0")/newest_python.sh")
if [ -z "$python" ]; then
    wanted="$wanted python3 python3-venv"
elif ! "$python" -c 'import ensurepip' 2>/dev/null; then
    # Debian keeps ensurepip in a package of its own, named after the version.
    wanted="$wanted python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
fi

missing=""
for name in $wanted $for_tests; do
    installed "$name" || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

become=""
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        become="sudo -n"
    else
        echo "Elisa needs some system packages. Ask whoever looks after this computer to run:"
        echo "    sudo apt-get install$missing"
        exit 0
    fi
fi

echo "Installing system packages:$missing"
$become apt-get update -qq
chosen=""
for name in $missing; do
    # Since Debian 13 and Ubuntu 24.04 some libraries carry t64 in their names.
    if offered "$name"; then
        chosen="$chosen $name"
    elif offered "${name}t64"; then
        chosen="$chosen ${name}t64"
    else
        echo "Not offered here, going on without it: $name"
    fi
done
[ -z "$chosen" ] || $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $chosen >/dev/null
