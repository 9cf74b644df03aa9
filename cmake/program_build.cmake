# A digest of the sources and device files that decide what a run gives, so that results of one build are not taken for those of another.
# It is made while building, from the files alone: it needs no git, and is the same in every folder. Only when it
# changes is the one small file that holds it compiled again.
if(CMAKE_SCRIPT_MODE_FILE)  # cmake -DROOT=DIR -DLIST=FILE -DOUT=FILE [-DVERSION=1.2.3 -DHEADER=FILE] -P program_build.cmake
  cmake_minimum_required(VERSION 3.22)
  file(STRINGS ${LIST} files)
  set(all "")
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} digest)
    string(APPEND all "${file} ${digest}\n")
  endforeach()
  string(SHA256 digest "${all}")
  string(SUBSTRING ${digest} 0 12 digest)
  file(CONFIGURE OUTPUT ${OUT}
    CONTENT "#include \"experiment/run/program.hpp\"\n\nstd::string_view ebb::program_build() { return \"@digest@\"; }\n" @ONLY)
  if(HEADER)  # for plugins, which say what they were made for
    file(CONFIGURE OUTPUT ${HEADER} CONTENT "// The build of ebb that these headers belong to.\n#pragma once\n
#define EBB_BUILD \"@VERSION@+@digest@\"\n" @ONLY)
  endif()
  return()
endif()

# The modules that decide what a run gives. A change anywhere else (a plan's table, a progress line, a store, a test) leaves
# stored runs as good as they were. When in doubt, a module is in: `results` has mostly structs, but what they hold by
# default, and in which unit, is a part of every figure.
set(modules_that_decide base config network results topology rules routing traffic power transport statistics engine ranks record training
  catalogue experiment)
# A store keeps figures under the names that they have in the JSON of a run (run_figures()), and two of other names cannot
# be compared. These files of `report` make them; the rest of that module prints what is there already.
set(files_that_name_figures run/run_report run/latency_table run/flow_text run/transport_text document/figures run/rate_table run/energy_table
  run/component_table run/gap_table run/latency_bound_text run/job_text run/lane_table run/sleep_text document/draw_text)
set(program_files)
foreach(module IN LISTS modules_that_decide)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src/${module}/*.?pp)
  list(APPEND program_files ${files})
endforeach()
foreach(name IN LISTS files_that_name_figures)
  list(APPEND program_files src/report/${name}.cpp src/report/${name}.hpp)
endforeach()
list(FILTER program_files EXCLUDE REGEX "(_test\\.cpp|_testing\\.hpp)$")  # they are in no module's library
list(FILTER program_files EXCLUDE REGEX "^src/base/process/")  # it starts processes, and computes nothing
file(GLOB devices CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/devices/*.toml
  ${PROJECT_SOURCE_DIR}/devices/components/*.toml)
list(APPEND program_files ${devices})
list(SORT program_files)
list(JOIN program_files "\n" program_list)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/program_files.txt CONTENT "${program_list}\n" @ONLY)
list(TRANSFORM program_files PREPEND ${PROJECT_SOURCE_DIR}/)
set(program_build ${PROJECT_BINARY_DIR}/program_build.cpp)
set(build_header ${PROJECT_BINARY_DIR}/include/ebb/build.hpp)
add_custom_command(OUTPUT ${program_build} ${build_header}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DLIST=${PROJECT_BINARY_DIR}/program_files.txt
    -DOUT=${program_build} -DVERSION=${PROJECT_VERSION} -DHEADER=${build_header} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${program_files} ${PROJECT_BINARY_DIR}/program_files.txt ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
# A library of its own: files that are made while building hold up everything else in their library.
add_library(ebb_program_build STATIC ${program_build})
target_include_directories(ebb_program_build PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(ebb_experiment PRIVATE ebb_program_build)
