"""The examples of Python run to their ends, as a reader would start them."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import python_testing  # noqa: F401  skips where pandas is missing

EXAMPLES = sorted(pathlib.Path("examples/python").resolve().glob("*.py"))


class Examples(unittest.TestCase):
    def test_each_runs_to_its_end(self):
        self.assertGreaterEqual(len(EXAMPLES), 4)
        with tempfile.TemporaryDirectory() as folder:
            for example in EXAMPLES:
                with self.subTest(example.name):
                    done = subprocess.run([sys.executable, example], capture_output=True, text=True, cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertTrue(done.stdout.strip())


if __name__ == "__main__":
    unittest.main()
