# The module `record`: its part that knows no MPI is a module like any other, with tests; the whole of it is a library that
# is loaded before an MPI program. That library holds what it needs of other modules by itself, because it lives in the
# processes of other programs.
file(GLOB recorder_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/record/*.cpp)
list(FILTER recorder_files EXCLUDE REGEX "_test\\.cpp$")
set(pure_files ${recorder_files})
list(FILTER pure_files EXCLUDE REGEX "/(recorder|mpi_[a-z_]*|interpose[a-z_]*)\\.cpp$")
add_library(ebb_record STATIC ${pure_files})
target_link_libraries(ebb_record PUBLIC ebb_traffic PRIVATE ebb_flags)
ebb_compile_in_groups(ebb_record ${pure_files})
file(GLOB record_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/record/*_test.cpp)
set_property(GLOBAL PROPERTY ebb_tests_record ${record_tests})
set_property(GLOBAL APPEND PROPERTY ebb_modules record)

if(MPI_CXX_FOUND AND EBB_MPI)
  set(module_files base/ensure base/growing_file base/problem base/record_file base/record_writer base/whole_file traffic/job/job_maker
    traffic/trace/trace_format traffic/trace/trace_writer)
  list(TRANSFORM module_files PREPEND ${PROJECT_SOURCE_DIR}/src/)
  list(TRANSFORM module_files APPEND .cpp)
  set(ebb_record_files ${recorder_files} ${module_files})
  add_library(ebb-record SHARED ${ebb_record_files})
  target_include_directories(ebb-record PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(ebb-record PRIVATE OMPI_SKIP_MPICXX)
  target_compile_options(ebb-record PRIVATE -fvisibility=hidden -fvisibility-inlines-hidden)
  # Only the calls of MPI are to be seen: the program may be ebb itself.
  set(calls ${recorder_files})
  list(FILTER calls INCLUDE REGEX "/interpose[a-z_]*\\.cpp$")
  set_source_files_properties(${calls} PROPERTIES COMPILE_OPTIONS -fvisibility=default)
  target_link_libraries(ebb-record PRIVATE ebb_flags fmt::fmt zstd::libzstd_shared MPI::MPI_CXX)
endif()
