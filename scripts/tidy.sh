#!/usr/bin/env bash
# tidy.sh BUILD_DIR JOBS [FILE…]: clang-tidy over the sources of src/ (or just the given ones), as .clang-tidy says.
set -euo pipefail
dir=$1 jobs=$2
shift 2
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
  # bench/peers is for other simulators, whose headers need not be here.
  mapfile -t files < <(find src fuzz bench -path bench/peers -prune -o -name '*.cpp' -print 2>/dev/null | sort)
else
  files=("$@")
fi
echo "clang-tidy over ${#files[@]} files …" >&2
if printf '%s\n' "${files[@]}" | xargs -P "$jobs" -n 4 clang-tidy -p "$dir" --quiet 2>/dev/null; then
  echo "clang-tidy has nothing to say"
else
  echo "clang-tidy has found something (above)" >&2
  exit 1
fi
