#!/usr/bin/env python3
"""Installs ebb into a folder and uses it from there: the program, the library, plugins, man page, completion.

    python3 tests/install_test.py CMAKE BUILD_FOLDER
The library's example and the plugin's are built against what was installed, as a stranger would.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
PREFIX = BUILD / "installed"  # always the same one, so that a compiler cache serves the examples
EBB, SHARE = PREFIX / "bin/ebb", PREFIX / "share"
MODULE = PREFIX / "lib/python3/dist-packages/ebb"
PLUGIN = BUILD / "plugin_example/libring.so"
RING = "examples/plugin/ring.toml"
FAULTY = """#include "ebb/plugin.hpp"
#include "ebb/policy.hpp"
struct Odd final : ebb::Policy {
  static constexpr auto fields() { return std::tuple{}; }
  ebb::Problems check() const override { return {}; }
  ebb::Decision decide(const ebb::ChannelView&, const ebb::RateLevels&) const override {
    return {ebb::BitsPerSecond{7'000'000'000}, "a rate of its own"};
  }
};
EBB_PLUGIN(plugin) { plugin.add(ebb::entry<ebb::Policy, Odd>("odd", "requests a rate that is no level")); }
"""


def run(*words, env=None, cwd=None):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, encoding="utf-8", env=env, cwd=cwd)


def good(*words, **how):
    done = run(*words, **how)
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def build_example(name, folder):
    """Builds an example, or the project in another folder. -O1: it is the linking that is tried, not the speed."""
    good(CMAKE, "-S", pathlib.Path("examples", name), "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}",
         "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
         *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={shutil.which('ccache')}"] if shutil.which("ccache") else []))
    good(CMAKE, "--build", folder)


def setUpModule():
    shutil.rmtree(PREFIX, ignore_errors=True)
    good(CMAKE, "--install", BUILD, "--prefix", PREFIX)


class Program(unittest.TestCase):
    def test_finds_its_files_beside_itself(self):
        text = (SHARE / "ebb/devices/abts-switch.toml").read_text(encoding="utf-8")
        (SHARE / "ebb/devices/only-here.toml").write_text(text, encoding="utf-8")
        self.assertIn("only-here", good(EBB, "device", "list", env={}, cwd="/"))
        (SHARE / "ebb/devices/only-here.toml").unlink()
        for file in ("plan-fbfly-32k.toml",):
            self.assertIn("switches", good(EBB, "plan", SHARE / "ebb/examples" / file, env={}, cwd="/"))
        self.assertIn("abts", good(EBB, "reproduce", "abts-table1", env={}, cwd="/").lower())

    def test_finds_its_files_in_a_root_without_proc(self):
        hidden = ("unshare", "-m", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh")
        if run(*hidden, "true").returncode != 0:
            self.skipTest("only root may hide /proc")
        self.assertIn("abts-switch", good(*hidden, EBB, "device", "list", cwd="/"))
        self.assertIn("abts-switch", good(*hidden, "./ebb", "device", "list", cwd=EBB.parent))

    def test_says_what_is_missing_when_it_is_moved_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            moved = shutil.copy(EBB, folder)
            said = run(moved, "plan", SHARE / "ebb/examples/plan-fbfly-32k.toml", env={}, cwd="/")
            self.assertEqual(said.returncode, 2)
            self.assertIn("set EBB_HOME to the folder", said.stderr)
            said = run(moved, "device", "list", env={}, cwd="/")
            self.assertEqual(said.returncode, 2)
            self.assertIn("set EBB_HOME to the folder", said.stderr)
            home = {"EBB_HOME": str(SHARE / "ebb")}
            good(moved, "plan", SHARE / "ebb/examples/plan-fbfly-32k.toml", env=home, cwd="/")
            said = run(moved, "reproduce", "abts-table1", env={"EBB_HOME": "/nowhere"}, cwd="/")
            self.assertIn('EBB_HOME is "/nowhere"', said.stderr)

    def test_brings_the_recorder_of_mpi_programs(self):
        if not (BUILD / "libebb-record.so").exists():
            self.skipTest("built without MPI")
        with tempfile.TemporaryDirectory() as folder:
            recorded = {**os.environ, "LD_PRELOAD": str(PREFIX / "lib/ebb/libebb-record.so"), "EBB_RECORD": f"{folder}/job.ebbtrace"}
            said = run(EBB, "lab", "rounds", "5", env=recorded, cwd="/")
            self.assertIn("round 4 ", said.stdout, said.stderr)
            self.assertIn("ebb-record: " + recorded["EBB_RECORD"], said.stderr)

    def test_brings_a_man_page(self):
        page = SHARE / "man/man1/ebb.1"
        self.assertIn(".SS ebb compare\\-policies", page.read_text(encoding="utf-8"))
        if shutil.which("groff"):
            self.assertEqual(run("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", page).stderr, "")

    def test_completes_what_is_typed(self):
        file = SHARE / "bash-completion/completions/ebb"

        def completed(*words):
            typed = " ".join(f"'{w}'" for w in words)
            return good("bash", "-c", f"source {file}; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _ebb; "
                        'echo "${COMPREPLY[@]}"', env={"PATH": f"{PREFIX}/bin:/usr/bin:/bin"}).split()
        self.assertEqual(completed("ebb", "comp"), ["compare-policies"])
        self.assertEqual(completed("ebb", "plan", "c"), ["compare"])
        self.assertIn("--set", completed("ebb", "plan", "compare", "--"))
        self.assertEqual(completed("ebb", "policy", "show", "halve"), ["halve_double"])


class Library(unittest.TestCase):
    def test_a_program_of_ones_own_gives_what_ebb_gives(self):
        folder = BUILD / "library_example"
        build_example("library", folder)
        file = "examples/run-torus-8x8.toml"
        lines = good(folder / "compare_policies", file, "static", "halve_double").splitlines()
        self.assertEqual(lines[0], good(EBB, "--version").strip())
        for line in lines[1:]:
            policy, digest = line.split()[0], line.split()[-1]
            ours = json.loads(good(EBB, "run", "-q", file, "--set", f"control.policy={policy}", "--json"))
            self.assertIn(digest, json.dumps(ours))

    def test_a_study_of_ones_own_is_the_store_of_ebb(self):
        folder = BUILD / "library_example"
        build_example("library", folder)
        run_part = pathlib.Path("examples/sweep-butterfly.toml").read_text(encoding="utf-8").split("[sweep.cross]")[0]
        with tempfile.TemporaryDirectory() as here:
            short, store = pathlib.Path(here, "short.toml"), pathlib.Path(here, "mine.results")
            short.write_text(run_part + "[sweep.cross]\ntraffic.load = [0.1, 0.2]\n", encoding="utf-8")
            lines = good(folder / "study", short, store)
            self.assertEqual(lines, good(EBB, "results", "list", "--store", store))
            self.assertEqual(lines.count("steady  "), 2)

    def test_off_sets_of_the_library_are_those_of_the_program(self):
        folder = BUILD / "library_example"
        build_example("library", folder)
        with tempfile.TemporaryDirectory() as place:
            demand, ours, theirs = (pathlib.Path(place, name) for name in ("tm.csv", "ours.csv", "theirs.csv"))
            demand.write_text("source,destination,Gb/s\nh0,h7,1\n")
            network = "examples/lab-complete.toml"
            said = good(folder / "off", network, demand, theirs)
            self.assertRegex(said, r"from hour  0: \d+ cables off")
            good(EBB, "off", network, "--demand", demand, "--max-utilisation", "0.5", "--schedule", ours)
            self.assertEqual(ours.read_text(), theirs.read_text())

    def test_trees_of_the_library_run_in_the_program(self):
        folder = BUILD / "library_example"
        build_example("library", folder)
        with tempfile.TemporaryDirectory() as place:
            paths, network = pathlib.Path(place, "paths.csv"), "examples/trees-koibuchi.toml"
            section = good(folder / "trees", network, "examples/search-64.ebbtrace", "1MB", paths)
            off = re.search(r"(?m)^off = (.*)$", section).group(1)
            said = good(EBB, "run", "-q", network, "--set", f"trees.off={off}", "--set", f"trees.file={paths}", "--set",
                        "routing.name=vlan_trees", "--set", "traffic.load=0.05", "--set", "run.most_time=1ms")
            self.assertIn(" cables between switches are off", said)

    def test_a_job_of_the_program_is_a_function(self):
        """examples/library/run.cpp, built by the test before or here."""
        folder = BUILD / "library_example"
        build_example("library", folder)
        file = "examples/run-torus-8x8.toml"
        said = dict(line.split(None, 1) for line in good(folder / "run", file, "control.policy=halve_double").splitlines())
        ours = json.loads(good(EBB, "run", "-q", file, "--set", "control.policy=halve_double", "--json"))
        self.assertIn(said["digest"], json.dumps(ours))
        self.assertIn("on average", said["latency"])
        self.assertRegex(said["energy"], r"^[0-9.e+-]+ J, [0-9.]+ % of always full rate \(.+\)$")
        wrong = run(folder / "run", file, "traffic.load=nought")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("--set traffic.load=nought", wrong.stderr)

    def test_an_agent_of_ones_own_switches_a_cable_off_and_on(self):
        folder = BUILD / "library_example"
        build_example("library", folder)
        lines = good(folder / "agent").splitlines()
        self.assertIn("  1.4 s  s0:1 - s1:1 is off", lines)
        self.assertEqual(lines[-2], "ports that were switched off: 2, and on again: 2")
        self.assertEqual(lines[-1], "everything is on")

    def test_a_newer_version_is_not_found(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.22)\nproject(x CXX)\nfind_package(ebb 9 REQUIRED)\n")
            said = run(CMAKE, "-S", folder, "-B", f"{folder}/build", f"-DCMAKE_PREFIX_PATH={PREFIX}")
            self.assertNotEqual(said.returncode, 0)
            self.assertIn("0.2.0", said.stderr)


@unittest.skipUnless((BUILD / "python/ebb").exists(), "built without the Python module")
class Python(unittest.TestCase):
    """Debian's interpreter has the module's headers, NumPy and pandas."""

    def test_the_module_finds_its_files_from_where_it_is_installed(self):
        env = {"PYTHONPATH": str(MODULE.parent), "PYTHONDONTWRITEBYTECODE": "1"}
        said = good("/usr/bin/python3", "-c", "import ebb; print(ebb.__version__, ebb.size(100, 'abts-switch')[0].hosts)",
                    env=env, cwd="/")
        self.assertEqual(said.split()[0], good(EBB, "--version").split()[-1])
        self.assertGreaterEqual(int(said.split()[1]), 100)

    def test_pip_makes_a_wheel_from_the_build_folder(self):
        if run("/usr/bin/python3", "-c", "import setuptools, wheel").returncode != 0:
            self.skipTest("no setuptools or no wheel")
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "EBB_BUILD": str(BUILD), "PYTHONDONTWRITEBYTECODE": "1"}
            good("/usr/bin/python3", "setup.py", "-q", "egg_info", "-e", folder, "build", "-b", f"{folder}/build", "bdist_wheel",
                 "-d", folder, env=env)
            wheel, = pathlib.Path(folder).glob("ebb-0.2.0-*.whl")
            place = pathlib.Path(folder, "site")
            shutil.unpack_archive(wheel, place, "zip")
            said = good("/usr/bin/python3", "-c", "import ebb; print(ebb.__file__, ebb.size(100, 'abts-switch')[0].hosts)",
                        env={"PYTHONPATH": str(place)}, cwd="/")
            self.assertTrue(said.startswith(str(place)))


class Plugin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        build_example("plugin", PLUGIN.parent)

    def test_is_in_lists_hints_and_docs(self):
        def with_it(*words):
            return run(EBB, "--plugin", PLUGIN, *words)
        self.assertRegex(with_it("policy", "list").stdout, r"(?m)^patient +full rate at once")
        self.assertIn("switches = 8", with_it("topology", "show", "ring").stdout)
        self.assertRegex(with_it("traffic", "list").stdout, r"(?m)^opposite ")
        self.assertRegex(with_it("routing", "list").stdout, r"(?m)^ring_clockwise ")
        self.assertIn("patience", with_it("docs", "config").stdout)
        said = with_it("run", RING, "--set", "control.policy=patinet")
        self.assertIn('did you mean "patient"?', said.stderr)
        said = with_it("run", "examples/run-torus-8x8.toml", "--set", "routing.name=ring_clockwise")
        self.assertIn('choose topology "ring"', said.stderr)

    def test_runs_with_the_same_bits_however_it_is_run(self):
        digests = set()
        for how in (("--threads", "1"), ("--threads", "2"), ("--executor", "plain")):
            done = json.loads(good(EBB, f"--plugin={PLUGIN}", "run", "-q", RING, "--json", *how))
            digests.add(re.search(r'"digest": "?(\w+)', json.dumps(done)).group(1))
        self.assertEqual(len(digests), 1, digests)

    def test_policy_with_a_latency_bound_is_reported_as_a_built_in_one(self):
        def outcome(policy):
            said = good(EBB, "--plugin", PLUGIN, "run", "-q", RING, "--json", "--set", f"control.policy={policy}")
            return json.loads(said)["latency_bound"]
        own, built_in = outcome('{name="spender", bound="50us"}'), outcome('{name="latency_bound", bound="50us"}')
        self.assertEqual(own.keys(), built_in.keys())
        self.assertEqual((own["of"], own["bound_ns"]), ("mean", 50_000))
        self.assertEqual(own["full_rate_ns"], built_in["full_rate_ns"])
        self.assertEqual(own["kept"], own["increase_ns"] <= 50_000)

    def test_policy_that_requests_a_rate_that_is_no_level_stops_the_run(self):
        folder = BUILD / "plugin_faulty"
        folder.mkdir(exist_ok=True)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(odd LANGUAGES CXX)\nfind_package(ebb 0.2 REQUIRED)\n"
            "ebb_add_plugin(odd odd.cpp)\n", encoding="utf-8")
        (folder / "odd.cpp").write_text(FAULTY, encoding="utf-8")
        build_example(folder, folder / "build")
        for how in (("--threads", "1"), ("--threads", "2"), ("--executor", "plain")):
            said = run(EBB, "--plugin", folder / "build/libodd.so", "run", "-q", "examples/run-halve-double.toml",
                       "--set", 'control.policy="odd"', *how)
            self.assertNotEqual(said.returncode, 0)
            self.assertIn('"odd" requested 7Gb/s at 10us, but the rate levels of the channel are 2.5Gb/s, 5Gb/s, 10Gb/s, '
                          '20Gb/s, 40Gb/s', said.stderr)

    def test_is_held_to_the_same_proofs(self):
        said = good(EBB, "--plugin", PLUGIN, "check", RING)
        self.assertIn("deadlock", said)
        self.assertNotIn("not proved", said)

    def test_makes_another_program_of_it(self):
        plain, with_it = good(EBB, "--version"), good(EBB, "--plugin", PLUGIN, "--version")
        self.assertRegex(with_it, re.escape(plain.strip()) + r"\.plugin-[0-9a-f]{12}\n")

    def test_of_another_content_gives_other_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            sweep, changed = pathlib.Path(folder, "sweep.toml"), pathlib.Path(folder, "changed.so")
            sweep.write_text(pathlib.Path(RING).read_text(encoding="utf-8") + "[sweep.cross]\nrun.seed = [1]\n",
                             encoding="utf-8")
            changed.write_bytes(PLUGIN.read_bytes() + b"x")

            def done_before(plugin):
                said = run(EBB, "--plugin", plugin, "sweep", sweep, "--store", f"{folder}/store", "--jobs", "1")
                return re.search(r"(\d+) of them before", said.stderr + said.stdout).group(1)
            self.assertEqual([done_before(p) for p in (PLUGIN, PLUGIN, changed)], ["0", "1", "0"])

    def test_without_it_nothing_is_known_of_it(self):
        said = run(EBB, "run", RING)
        self.assertEqual(said.returncode, 2)
        self.assertIn('is "ring", which is unknown', said.stderr)

    def test_of_another_build_is_refused(self):
        mark = b"ebb-plugin-made-for:"
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder, "libother.so")
            other.write_bytes(PLUGIN.read_bytes().replace(mark + b"0.2.0+", mark + b"0.0.9+"))
            said = run(EBB, "--plugin", other, "policy", "list")
            self.assertEqual((said.returncode, said.stdout), (2, ""))
            self.assertRegex(said.stderr, r"was made for ebb 0\.0\.9\+\w+ gcc \d+, but this is ebb 0\.2\.0\+")

    def test_slips_are_explained(self):
        self.assertIn("there is one already",
                      run(EBB, "--plugin", PLUGIN, "--plugin", PLUGIN, "policy", "list").stderr)
        self.assertIn("is no plugin of ebb", run(EBB, "--plugin", "README.md", "policy", "list").stderr)
        self.assertIn("names no file", run(EBB, "--plugin").stderr)
        self.assertIn("write: ebb --plugin FILE run …", run(EBB, "run", "--plugin", PLUGIN, RING).stderr)

    def test_brings_no_copy_of_ebb(self):
        """Nothing that the program has is defined a second time, but what is inline in headers, which the loader unites."""
        if not shutil.which("nm"):
            self.skipTest("no nm")
        defined = [line.split()[-2:] for line in good("nm", "-D", "--defined-only", PLUGIN).splitlines()]
        strong = [name for kind, name in defined if kind in "TDB" and name != "ebb_plugin" and "4ring" not in name]
        self.assertEqual(strong, [])


class Package(unittest.TestCase):
    def test_holds_the_program_and_says_what_it_needs(self):
        if not shutil.which("dpkg-shlibdeps"):
            self.skipTest("no dpkg-shlibdeps")
        with tempfile.TemporaryDirectory() as folder:
            good("cpack", "-G", "DEB", "-B", folder, "--config", BUILD / "CPackConfig.cmake", cwd=BUILD)
            program, library, *module = sorted(pathlib.Path(folder).glob("*.deb"))
            about = good("dpkg-deb", "--info", program)
            for needed in ("Package: ebb\n", "libc6 (>=", "libfmt9 (>=", "libsqlite3-0 (>=", "libstdc++6 (>="):
                self.assertIn(needed, about)
            files = good("dpkg-deb", "--contents", program)
            for file in ("/usr/bin/ebb", "/usr/share/ebb/devices/abts-switch.toml", "/usr/share/man/man1/ebb.1",
                         "/usr/share/bash-completion/completions/ebb", "/usr/share/doc/ebb/start/install.md"):
                self.assertIn(file, files)
            self.assertIn("/usr/include/ebb/ebb.hpp", good("dpkg-deb", "--contents", library))
            self.assertIn("ebb (= 0.2.0)", good("dpkg-deb", "--info", library))
            self.assertEqual(len(module), MODULE.exists())
            for package in module:
                self.assertIn("python3-numpy", good("dpkg-deb", "--info", package))
                self.assertIn("/usr/lib/python3/dist-packages/ebb/_ebb.", good("dpkg-deb", "--contents", package))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
