"""Builds the Python module with CMake, and puts it with devices, sizes and papers into the package.

EBB_BUILD=FOLDER uses a build folder that is there already, instead of compiling everything once more.
"""
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
DATA = ("devices", "data", "papers")  # what ebb reads while it works


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        given = os.environ.get("EBB_BUILD")
        folder = pathlib.Path(given or self.build_temp).resolve()
        if not given:
            subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DEBB_TESTS=OFF", "-DEBB_MPI=OFF",
                            "-DEBB_PYTHON=ON", f"-DEBB_PYTHON_PROGRAM={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "ebb_python", "-j", str(os.cpu_count())], check=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / "python/ebb" / target.name, target)
        subprocess.run(["strip", "--strip-unneeded", target], check=True)
        for name in DATA:
            shutil.copytree(ROOT / name, target.parent / "share" / name, dirs_exist_ok=True)


setup(ext_modules=[Extension("ebb._ebb", [])], cmdclass={"build_ext": CMakeBuild})
