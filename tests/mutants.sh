#!/usr/bin/env bash
# Puts single bugs into a copy of the sources and sees which tests notice: mutants/README.md. --sample draws them by
# chance, from syntax trees of tree-sitter's packages, which a virtual environment in build/ gets.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/mutants" && pwd)
[[ " $* " == *" --sample"[\ =]* ]] || exec python3 "$here/mutants.py" "$@"
python=$here/../../build/sampled/python
if ! [ -f "$python/complete" ]; then
    mkdir -p "$(dirname "$python")"
    if ! python3 -m venv "$python" >&2 || ! "$python/bin/pip" install -q --disable-pip-version-check \
            tree-sitter==0.26.1 tree-sitter-cuda==0.21.2 >&2; then
        echo "mutants.sh: --sample needs python3-venv and the packages tree-sitter and tree-sitter-cuda of PyPI" >&2
        exit 3
    fi
    touch "$python/complete"
fi
exec "$python/bin/python" "$here/sample/sample.py" "$@"
