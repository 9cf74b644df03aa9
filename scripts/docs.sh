#!/usr/bin/env bash
# scripts/docs.sh [SITE_DIR]: builds the documentation site into build/site, strictly: a warning is an error.
# Needs the Debian packages mkdocs and mkdocs-material. Open build/site/index.html in a browser.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v mkdocs > /dev/null; then
  echo "mkdocs is missing; install it: apt-get install mkdocs mkdocs-material" >&2
  exit 1
fi
site=${1:-build/site}
mkdocs build --strict --clean --site-dir "$(realpath -m "$site")"
echo "built $site/index.html"
