#!/usr/bin/env python3
"""The digest of the sources that goes into ebb's version: follows what the files say, and nothing else.

usage: program_build_test.py CMAKE [LIST]     (from the source folder; LIST is program_files.txt of a build)
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import check_includes

CMAKE = sys.argv[1] if len(sys.argv) > 1 else "cmake"
LIST = sys.argv[2] if len(sys.argv) > 2 else "build/program_files.txt"
SCRIPT = os.path.abspath("cmake/program_build.cmake")


class ProgramBuild(unittest.TestCase):
    def build(self, folder, files):
        """Writes the files, and gives the digest and when its file was written."""
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        listed, out = os.path.join(folder, "list.txt"), os.path.join(folder, "program_build.cpp")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("\n".join(files) + "\n")
        subprocess.run([CMAKE, f"-DROOT={folder}", f"-DLIST={listed}", f"-DOUT={out}", "-P", SCRIPT], check=True)
        with open(out, encoding="utf-8") as file:
            digest = re.search(r'return "([0-9a-f]{12})";', file.read()).group(1)
        return digest, os.stat(out).st_mtime_ns

    def test_follows_what_the_files_say(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            sources = {"a.cpp": "int a;\n", "b.hpp": "int b;\n"}
            digest, written = self.build(one, sources)
            self.assertEqual(self.build(one, sources), (digest, written))  # not even the file is touched
            self.assertEqual(self.build(other, sources)[0], digest)  # wherever it is built
            self.assertNotEqual(self.build(one, {**sources, "a.cpp": "int A;\n"})[0], digest)
            self.assertNotEqual(self.build(one, {**sources, "c.cpp": ""})[0], digest)

    def test_follows_no_file_that_only_tests_use(self):
        root = pathlib.Path.cwd()
        with open(LIST, encoding="utf-8") as file:
            listed = set(file.read().split())
        for name in ("src/engine/simulation.cpp", "src/results/run_result.hpp", "src/report/run/run_report.cpp"):
            self.assertIn(name, listed)
        self.assertNotIn("src/report/plan/plan_report.cpp", listed)
        self.assertNotIn("src/report/run/run_summary.cpp", listed)
        tests = {path for path in root.glob("src/**/*.[ch]pp") if check_includes.of_tests(path)}
        tests.update(check_includes.used_by_tests_alone(root))
        self.assertGreater(len(tests), 100)
        self.assertEqual(listed & {str(path.relative_to(root)) for path in tests}, set())

    def test_follows_every_file_that_names_a_figure(self):
        """run_report.cpp makes the figures of a run, with the files that it includes; the summary is only text."""
        with open(LIST, encoding="utf-8") as file:
            listed = set(file.read().split())
        with open("src/report/run/run_report.cpp", encoding="utf-8") as file:
            used = set(re.findall(r'#include "(report/[^"]+)"', file.read())) - {"report/run/run_summary.hpp"}
        self.assertGreater(len(used), 5)
        self.assertEqual({name for name in used if "src/" + name not in listed}, set())
        for name in ("src/results/run_title.hpp", "src/results/named_figure.hpp", "src/results/cell_json.cpp"):
            self.assertIn(name, listed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
