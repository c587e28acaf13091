#!/bin/sh
# Makes .venv beside this file: a Python environment with the ART client and the releases it works with.
# Needs Python 3.11 or newer; PYTHON names one that is not on the path.
set -eu
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)

fits() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python=
for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
  if fits "$candidate"; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "The ART client needs Python 3.11 or newer, and none is on the path." >&2
  echo "Install one (Debian: apt install python3 python3-venv; macOS: brew install python)," >&2
  echo "or name one: PYTHON=/path/to/python3 sh $0" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "$python lacks the modules venv and ensurepip (Debian: apt install python3-venv)." >&2
  exit 1
fi

"$python" -m venv "$folder/.venv"
echo "Installing the ART client with its packages (about 600 MB) …"
"$folder/.venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$folder/requirements.txt"
echo "Ready: $folder/.venv/bin/python $folder/rl.py"
