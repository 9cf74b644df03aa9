# One library per room and one test program per room; a new file needs no line here.
add_library(ebb_flags INTERFACE)
target_compile_options(ebb_flags INTERFACE -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion
  -ffp-contract=off)  # a fused multiply-add would give other bits on other machines
# A program of the build folder finds the shipped files as an installed one does, in share/ebb, so no path is compiled
# in: everything compiles alike in any folder, and a compiler cache serves all checkouts.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/share/ebb SYMBOLIC)
if(EBB_SANITIZE)
  target_compile_options(ebb_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer -O1 -g1)  # without -O1 the sanitized tests take ten times as long
  target_compile_definitions(ebb_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(ebb_flags INTERFACE -fsanitize=address,undefined)
endif()
if(EBB_SANITIZE_THREADS)
  target_compile_options(ebb_flags INTERFACE -fsanitize=thread -O1 -g1)
  target_link_options(ebb_flags INTERFACE -fsanitize=thread)
endif()

# These rooms wait for files, people and simulations. A third of their compile time went into making that faster.
set(ebb_waiting_rooms fabric report store experiment study reproduce app)

# On a machine without a cache of objects, which is where somebody builds ebb for the first time, the headers that nearly
# every file reads are compiled once for each set of flags: that is a third of a first build. A cache would have to read
# them again for every file, and those who work on ebb have one; so a file that forgets an include is found.
option(EBB_PRECOMPILE "compile common headers once" OFF)
if(NOT CCACHE)
  set(EBB_PRECOMPILE ON)
endif()
function(ebb_precompile name flags)
  if(NOT EBB_PRECOMPILE)
    return()
  endif()
  # The compiler forgets that these are headers of the system, and warns of the standard library itself (GCC 12:
  # std::string's copies, which it takes for overruns). Builds with a cache still see such warnings of our own code.
  target_compile_options(ebb_${name} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
    -Wno-stringop-overread)
  get_property(first GLOBAL PROPERTY ebb_precompiled_${flags})
  if(first)
    target_precompile_headers(ebb_${name} REUSE_FROM ${first})
    return()
  endif()
  set_property(GLOBAL PROPERTY ebb_precompiled_${flags} ebb_${name})
  target_precompile_headers(ebb_${name} PRIVATE <fmt/format.h> <fmt/ranges.h> <algorithm> <array> <filesystem>
    <fstream> <functional> <map> <memory> <optional> <span> <string> <tuple> <variant> <vector>)
endfunction()

function(ebb_room name)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  set(tests ${files})
  list(FILTER files EXCLUDE REGEX "(_test|/main)\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(files)
    add_library(ebb_${name} STATIC ${files})
    target_include_directories(ebb_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(ebb_${name} PUBLIC ${ARGN} PRIVATE ebb_flags)
    if(name IN_LIST ebb_waiting_rooms)
      target_compile_options(ebb_${name} PRIVATE -O1)
      ebb_precompile(${name} waiting)
    else()
      ebb_precompile(${name} working)
    endif()
  else()
    add_library(ebb_${name} INTERFACE)
    target_include_directories(ebb_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(ebb_${name} INTERFACE ${ARGN})
  endif()
  set_property(GLOBAL PROPERTY ebb_tests_${name} "${tests}")
  set_property(GLOBAL APPEND PROPERTY ebb_rooms ${name})
endfunction()

# ebb_objects(OUT ROOMS…): the objects of the rooms' libraries, as sources for something that wants all of them.
function(ebb_objects out)
  set(objects)
  foreach(room ${ARGN})
    get_target_property(kind ebb_${room} TYPE)
    if(kind STREQUAL STATIC_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:ebb_${room}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
