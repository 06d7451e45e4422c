#!/usr/bin/env bash
# Puts single bugs into a copy of the sources and sees which tests notice: mutants/README.md.
exec python3 "$(dirname "${BASH_SOURCE[0]}")/mutants/mutants.py" "$@"
