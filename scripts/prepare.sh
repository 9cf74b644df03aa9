# Sourced by ./run and ./test: installs what is missing, configures, builds. Everything it says goes to stderr,
# so that the output of ./run is the program's alone.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

signs_every=10  # seconds between two signs of life, where there is no terminal with a moving line

say() { echo "$*" >&2; }

# packages_for WORD…: the packages of packages.txt that are always wanted, or wanted for one of the words, but for
# those whose program is there already.
packages_for() {
  local package purpose program
  while read -r package purpose program; do
    case "$package" in '' | '#'*) continue ;; esac
    [ -z "$program" ] || ! command -v "$program" >/dev/null || continue
    case " $* " in *" ${purpose:-always} "*) echo "$package" ;; esac
  done <"$root/packages.txt"
}

# Of the packages on stdin those that are not installed.
missing_of() {
  local package
  while read -r package; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
  done
}

packages_came=  # not empty: this call installed some

# install_missing WORD…: leaves apt alone when nothing is missing.
install_missing() {
  if ! command -v dpkg-query >/dev/null; then
    say "This is no Debian machine, so nothing is installed; packages.txt lists what has to be there."
    return
  fi
  local missing optional
  mapfile -t missing < <(packages_for always "$@" | missing_of)
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    say "These packages are missing, and only root can install them:"
    say ""
    say "    sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}"
    say ""
    exit 1
  fi
  say "installing: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt_quietly update
  mapfile -t optional < <(packages_for optional | missing_of | known_to_apt)
  apt_quietly install -y --no-install-recommends "${missing[@]}" "${optional[@]}"
  packages_came=yes
}

# with_signs_of_life LOG COMMAND…: what the command says goes into LOG; its last line is shown now and then.
with_signs_of_life() {
  local log=$1 worker seconds=0
  shift
  "$@" >"$log" 2>&1 </dev/null &
  worker=$!
  while kill -0 "$worker" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    [ $((seconds % signs_every)) != 0 ] || say "  $seconds s: $(tail -n 1 "$log" | tr -d '\r' | cut -c 1-68)"
  done
  wait "$worker"
}

known_to_apt() {
  local package
  while read -r package; do
    apt-cache show "$package" >/dev/null 2>&1 && echo "$package"
  done
  return 0
}

# A word now and then while it works, everything apt said when it does not.
apt_quietly() {
  local log
  log=$(mktemp)
  if with_signs_of_life "$log" apt-get -o DPkg::Lock::Timeout=300 "$@"; then
    rm -f "$log"
    return
  fi
  cat "$log" >&2
  rm -f "$log"
  say "apt-get $1 failed (above). Is there a network, and does /etc/apt name a Debian 12 mirror?"
  exit 1
}

# The modules that the tests in a browser need, and those that build the page again. Without them these tests are
# skipped: whoever has no way to npm's registry can still run all the others.
front_end_modules() {
  local log
  [ ! "$root/web/node_modules/.package-lock.json" -nt "$root/web/package-lock.json" ] || return 0
  log=$(mktemp)
  say "fetching the modules of web/ …"
  (cd "$root/web" && with_signs_of_life "$log" npm install --no-save --no-audit --no-fund) ||
    say "npm could not fetch them: the tests in a browser are skipped. The last it said: $(tail -n 1 "$log")"
  rm -f "$log"
}

# As many jobs as there are processors, but no more than one per 1.5 GiB of free memory: a compiler takes
# that much for the heaviest files, and a machine that swaps is slower than one that waits.
job_count() {
  local processors kib
  processors=$(nproc)
  kib=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null)
  local fitting=$((${kib:-1572864} / 1572864))
  [ "$fitting" -ge 1 ] || fitting=1
  echo $((fitting < processors ? fitting : processors))
}

# configure DIR OPTION…: runs CMake when the folder is new, incomplete, came from elsewhere, or when an option
# is not the one it was configured with. (When a CMake file or the set of sources changes, Ninja notices.) Packages that
# came make it search anew: it remembers which libraries were missing.
configure() {
  local dir=$1 cache=$1/CMakeCache.txt option log same=yes
  shift
  [ -f "$dir/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" || same=
  for option in "$@"; do
    [ -n "$same" ] && grep -q "^${option%%=*}:[A-Z]*=${option#*=}\$" "$cache" || same=
  done
  [ -z "$same" ] || [ -n "$packages_came" ] || return 0
  log=$(mktemp)
  local fresh=()
  if [ -f "$cache" ]; then
    [ -z "$packages_came" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache" || fresh=(--fresh)
  fi
  if ! cmake -S "$root" -B "$dir" -G Ninja "${fresh[@]}" "${@/#/-D}" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "CMake could not configure ${dir##*/}/ (above). A folder that is beyond help may be deleted."
    exit 1
  fi
  rm -f "$log"
}

# build DIR TARGET…: silent when there is nothing to do, one moving line on a terminal, elsewhere a count now
# and then, and all that a compiler says when something is wrong.
build() {
  local dir=$1
  shift
  if ! ninja -C "$dir" -j "$(job_count)" "$@" 2>&1 | show_progress "${dir##*/}"; then
    say "The build in ${dir##*/}/ failed (above)."
    exit 1
  fi
}

show_progress() {
  local line started='' next=$signs_every began=$SECONDS
  while IFS= read -r line; do
    case "$line" in
      "[0/"*"] Re-"* | "-- "* | "ninja: no work to do." | "ninja: Entering directory"*) ;;
      "["[0-9]*/[0-9]*"] "*)
        [ -n "$started" ] || say "building in $1/ …"
        started=yes
        if [ -t 2 ]; then
          printf '\r\033[K%.78s' "$line" >&2
        elif [ $((SECONDS - began)) -ge "$next" ]; then
          next=$((SECONDS - began + signs_every))
          say "  $((SECONDS - began)) s: ${line%%]*} files]"
        fi
        ;;
      *) printf '%s\n' "$line" >&2 ;;
    esac
  done
  [ -z "$started" ] || [ ! -t 2 ] || printf '\r\033[K' >&2
}
