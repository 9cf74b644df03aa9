# Is there what the Python module needs: an interpreter, its headers, pybind11? EBB_PYTHON is on where there is.
find_program(EBB_PYTHON_PROGRAM python3 PATHS /usr/bin NO_DEFAULT_PATH)  # Debian's, which has NumPy and pandas
find_program(EBB_PYTHON_PROGRAM python3)
set(python_include)
if(EBB_PYTHON_PROGRAM)
  execute_process(COMMAND ${EBB_PYTHON_PROGRAM} -c "import sysconfig as s
try:
    import pybind11; extra = pybind11.get_include()
except ImportError:
    extra = ''
print(s.get_path('include'), s.get_config_var('EXT_SUFFIX'), extra, sep=';')"
    OUTPUT_VARIABLE python_facts OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(GET python_facts 0 python_include)
  list(GET python_facts 1 python_suffix)
  list(GET python_facts 2 pybind11_include)
endif()
find_path(EBB_PYBIND11 pybind11/pybind11.h HINTS "${pybind11_include}")
set(python_possible OFF)
if(EBB_PYBIND11 AND EXISTS "${python_include}/Python.h"
    AND NOT EBB_SANITIZE AND NOT EBB_SANITIZE_THREADS)  # the interpreter has no sanitizer
  set(python_possible ON)
endif()
option(EBB_PYTHON "the Python module, with pybind11" ${python_possible})
if(EBB_PYTHON AND NOT python_possible)
  message(FATAL_ERROR "EBB_PYTHON is on, but Python.h or pybind11 is missing: install python3-dev and pybind11-dev, or leave EBB_PYTHON out")
endif()
# The module is a shared object made of the program's own objects. On other processors than Arm's, code for programs reads
# the data of other libraries directly, which a shared object must not. Without Python, too: ./test installs it after ./run,
# and would compile everything again.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-fPIC -fno-semantic-interposition)
endif()
