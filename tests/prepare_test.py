#!/usr/bin/env python3
"""./run and ./test show that they move while they install and build, and what was said when something fails."""
import os
import subprocess
import tempfile
import unittest

PREPARE = "set -euo pipefail; . scripts/prepare.sh; signs_every=1; "


def said(script):
    return subprocess.run(["bash", "-c", PREPARE + script], stderr=subprocess.PIPE, text=True, encoding="utf-8")


class SignsOfLife(unittest.TestCase):
    def test_a_build_without_a_terminal_counts_its_files(self):
        lines = "for i in 1 2 3 4 5; do echo \"[$i/375] Building CXX object x.o\"; sleep 0.4; done"
        self.assertRegex(said(f"({lines}) | show_progress build").stderr,
                         r"^building in build/ …\n(  \d s: \[\d/375 files\]\n)+$")

    def test_what_a_compiler_says_is_shown(self):
        self.assertIn("x.cpp:1: error", said("echo 'x.cpp:1: error' | show_progress build").stderr)

    def test_nothing_to_do_is_nothing_to_say(self):
        self.assertEqual(said("echo 'ninja: no work to do.' | show_progress build").stderr, "")

    def test_an_installation_shows_its_last_line(self):
        work = "bash -c 'echo Unpacking g++ ...; sleep 1.5'"
        self.assertIn("1 s: Unpacking g++ ...", said(f"with_signs_of_life $(mktemp) {work}").stderr)

    def test_a_failure_stays_one(self):
        self.assertEqual(said("with_signs_of_life $(mktemp) false").returncode, 1)


class Packages(unittest.TestCase):
    def packages(self, path):
        script = f"root=$(mktemp -d); printf '# none\\ncmake\\nnpm test npm-of-elsewhere\\n' >$root/packages.txt; {path} packages_for always test"
        return subprocess.run(["bash", "-c", PREPARE + script], stdout=subprocess.PIPE, text=True).stdout.split()

    def test_a_package_is_wanted_where_its_program_is_not_there(self):
        self.assertEqual(self.packages(""), ["cmake", "npm"])

    def test_a_program_that_came_another_way_will_do(self):
        self.assertEqual(self.packages("npm-of-elsewhere() { :; };"), ["cmake"])


class Configuration(unittest.TestCase):
    def calls(self, more):
        """The options that CMake is called with for a folder that is configured already."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "CMakeCache.txt"), "w", encoding="utf-8") as cache:
                cache.write(f"CMAKE_HOME_DIRECTORY:INTERNAL={os.getcwd()}\nEBB_TESTS:BOOL=ON\n")
            open(os.path.join(folder, "build.ninja"), "w", encoding="utf-8").close()
            return said(f"calls=$(mktemp); cmake() {{ echo \"$@\" >$calls; }}; {more} configure {folder} EBB_TESTS=ON; cat $calls >&2").stderr

    def test_a_configured_folder_is_left_alone(self):
        self.assertEqual(self.calls(""), "")

    def test_packages_that_came_are_searched_for_anew(self):
        self.assertIn("--fresh", self.calls("packages_came=yes;"))

    def test_a_machine_that_only_runs_mpi_programs_builds_without_mpi(self):
        """There mpicxx names a folder of headers that is not there, and CMake's own search for MPI ends with an error."""
        with tempfile.TemporaryDirectory() as folder:
            missing = os.path.join(folder, "openmpi", "include")
            with open(os.path.join(folder, "mpicxx"), "w", encoding="utf-8") as script:
                script.write(f'#!/bin/sh\ncase "$1" in -show*) echo g++ -I{missing} -lmpi;; *) exec g++ -nostdinc -I{missing} "$@";; esac\n')
            os.chmod(script.name, 0o755)
            build = os.path.join(folder, "build")
            done = subprocess.run(["cmake", "-S", ".", "-B", build, "-G", "Ninja", "-DEBB_TESTS=OFF"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, 0, done.stdout)
            with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
                self.assertIn("EBB_MPI:BOOL=OFF", cache.read())


if __name__ == "__main__":
    unittest.main()
