#!/usr/bin/env bash
# Derives lineage.yaml from a template's history in git, over the paths it had in
# turn:
#
#   tools/derive_lineage.sh REPOSITORY PATH [PATH]... > processes/kep/lineage.yaml
#
# Needs build/derive_lineage: cmake --build build --target derive_lineage
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
repository=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every commit that changed one of the paths, oldest first; one that removed it
# has no file to show.
arguments=()
number=0
while read -r moment commit path; do
  number=$((number + 1))
  if git -C "$repository" show "$commit:$path" > "$work/$number.md" 2>/dev/null; then
    arguments+=("${moment%%T*}" "$work/$number.md")
  fi
done < <(
  for path in "$@"; do
    git -C "$repository" log --first-parent --date=iso-strict-local --format="%cd %H $path" -- "$path"
  done | sort -s -k1,1
)
"$here/build/derive_lineage" "${arguments[@]}"
