"""The notebooks run to their ends, and print what they show. With --write: they show what they print now."""
import pathlib
import sys
import unittest

import python_testing  # noqa: F401  skips where pandas is missing

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbformat
    from nbclient import NotebookClient
except ImportError as missing:
    print(f"skipped: {missing}; install python3-nbclient, python3-ipykernel and python3-matplotlib")
    sys.exit(77)

NOTEBOOKS = sorted(pathlib.Path("examples/python").resolve().glob("*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


def execute(path):
    notebook = read(path)
    client = NotebookClient(notebook, timeout=100, kernel_name="python3", record_timing=False,
                            resources={"metadata": {"path": str(path.parent)}})
    return client.execute()


def texts(notebook):
    """What each cell printed, but for pictures."""
    return [[output.get("text") or output.data.get("text/plain") for output in cell.get("outputs", [])]
            for cell in notebook.cells]


class Notebooks(unittest.TestCase):
    def test_each_prints_what_it_shows(self):
        self.assertGreaterEqual(len(NOTEBOOKS), 4)
        for path in NOTEBOOKS:
            with self.subTest(path.name):
                self.assertEqual(texts(execute(path)), texts(read(path)),
                                 "to show today's output: python3 tests/python/notebooks_test.py --write")


def write():
    for path in NOTEBOOKS:
        notebook = execute(path)
        notebook.metadata.language_info = {"name": "python"}  # not the version of the machine
        nbformat.write(notebook, path)


if __name__ == "__main__":
    write() if "--write" in sys.argv else unittest.main()
