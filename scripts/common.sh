# For the scripts beside it: where everything is, and how it says so. Sourced by them with `set -euo pipefail`.
# shellcheck shell=bash
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$top" || exit

# A heading for a step that may take long, with the time since the script began.
step() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# What every build is made with. lld links several times faster, and does not complain of functions in the standard
# library that nobody calls.
# shellcheck disable=SC2034
swift_options=(-Xswiftc -use-ld=lld --explicit-target-dependency-import-check error)

# The lines of a log in which a test runner says that it skipped a test: Swift Testing's own mark, or pytest's closing
# line. Texts that tests print may say "skipped" as they please.
skipped_tests() { grep -E '^(➜|↷) (Test|Suite) |^(=+ )?([0-9]+ [a-z]+, )*[1-9][0-9]* skipped\b.* in [0-9.]+s' "$1"; }
