# The Python module `ebb`: python/src is compiled into ebb/_ebb, python/ebb is the package around it. build/python is then
# a folder for PYTHONPATH.
if(NOT EBB_PYTHON)
  return()
endif()

file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.cpp)
add_library(ebb_python MODULE ${python_sources})
set_target_properties(ebb_python PROPERTIES PREFIX "" OUTPUT_NAME _ebb SUFFIX ${python_suffix} UNITY_BUILD ON
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/ebb)
target_include_directories(ebb_python PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
add_dependencies(ebb_python ebb_program_build)  # it makes ebb/build.hpp
target_include_directories(ebb_python SYSTEM PRIVATE ${python_include} ${EBB_PYBIND11})
# The program's objects are used as they are. They are position-independent, but assume that nobody replaces their symbols:
# so none is shown but the one that Python looks for.
target_compile_options(ebb_python PRIVATE -O1 -fvisibility=hidden)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/python.map CONTENT "{ global: PyInit__ebb; local: *; };\n" @ONLY)
target_link_options(ebb_python PRIVATE -Wl,--version-script=${PROJECT_BINARY_DIR}/python.map)
target_link_libraries(ebb_python PRIVATE ebb_tasks ebb_flags ${CMAKE_DL_LIBS})

# The package in the build folder is the one of the source folder.
file(GLOB python_package CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/ebb/*.py ${PROJECT_SOURCE_DIR}/python/ebb/*.pyi
  ${PROJECT_SOURCE_DIR}/python/ebb/py.typed)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/python/ebb)
foreach(file ${python_package})
  get_filename_component(name ${file} NAME)
  file(CREATE_LINK ${file} ${PROJECT_BINARY_DIR}/python/ebb/${name} SYMBOLIC)
endforeach()

# Where Debian's interpreter looks. ebb/__init__.py finds share/ebb from there.
set(python_folder lib/python3/dist-packages/ebb)
install(TARGETS ebb_python LIBRARY DESTINATION ${python_folder} COMPONENT python)
install(FILES ${python_package} DESTINATION ${python_folder} COMPONENT python)
