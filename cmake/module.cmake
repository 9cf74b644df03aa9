# One library per module and one test program per module; a new file needs no line here.
option(EBB_UNITY "compile files in groups (off: one by one, as clang-tidy and editors want it)" ON)
add_library(ebb_flags INTERFACE)
target_compile_options(ebb_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
  # Another compiler knows other warnings; those must not keep anybody from building.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Werror>
  # By default GCC tidies its own memory up from 128 MB on, which took a tenth of the time.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000>
  # Where a function or a loop happens to begin made whole runs up to a twentieth slower or faster.
  -falign-functions=64 -falign-loops=32
  # A failed check names its file as in this repository, wherever that lies.
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
  -ffp-contract=off)  # a fused multiply-add would give other bits on other machines
# By default GCC clears records of a few hundred bytes with `rep stos`, which takes longer to start than to clear them. Without
# groups, clang-tidy reads the commands, and does not know the option.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64 AND EBB_UNITY)
  target_compile_options(ebb_flags INTERFACE -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
endif()
# A program of the build folder finds the shipped files as an installed one does, in share/ebb, so no path is compiled
# in: everything compiles alike in any folder, and a compiler cache serves all checkouts.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/share/ebb SYMBOLIC)
if(EBB_SANITIZE)
  target_compile_options(ebb_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer -O1 -g1  # without -O1 the sanitized tests take ten times as long
    -Wno-maybe-uninitialized)  # GCC sees it in optional values where the sanitizers have looked at them
  if(NOT EBB_SANITIZE_POINTERS)  # they take half of the compile time, and the address sanitizer sees most of it
    target_compile_options(ebb_flags INTERFACE
      -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow,nonnull-attribute,returns-nonnull-attribute)
  endif()
  target_compile_definitions(ebb_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(ebb_flags INTERFACE -fsanitize=address,undefined)
endif()
if(EBB_SANITIZE_THREADS)
  target_compile_options(ebb_flags INTERFACE -fsanitize=thread -O1 -g1)
  target_link_options(ebb_flags INTERFACE -fsanitize=thread)
endif()

# These modules wait for files, people and simulations. A third of their compile time went into making that faster.
set(ebb_waiting_modules fabric report store experiment study reproduce http tasks app)

# Most of a file's compile time went into headers that its neighbours read, too, and into the same templates. So the files of
# a module are compiled in groups, by their first letters. Those of two modules took 38 % of the time that they took one by
# one, or 60 % of that with precompiled headers. A new file changes no group but its own, unless the module grows beyond a
# limit. What a file keeps to itself must have a name that is its own within the module; a test with common names has a
# namespace of its own. Files that compile the engine's rules, with a routing or without one, are large by themselves; kernels
# are programs by themselves.
set(ebb_computing_files ${PROJECT_SOURCE_DIR}/src/fabric/agent/off/off_loads.cpp)  # in modules that wait
set_source_files_properties(${ebb_computing_files} PROPERTIES COMPILE_OPTIONS -O2)
set(ebb_one_by_one "/src/(engine/(plain|threads)|programs|ranks)/|/src/catalogue/routings_|/off_loads.cpp$")
# ebb_groups_of(OUT FILES…): the letters of their groups. Reading a group's headers takes as long as compiling 20 KB. Tests
# have helpers of equal names (`complete()`), so fewer of them share a group.
function(ebb_groups_of out)
  set(bytes 0)
  foreach(file ${ARGN})
    file(SIZE ${file} size)
    math(EXPR bytes "${bytes} + ${size}")
  endforeach()
  if("${ARGN}" MATCHES "_test.cpp")
    set(${out} a-b c-d e-h i-n o-p q-r s-z PARENT_SCOPE)
  elseif(bytes LESS 70000)
    set(${out} a-z PARENT_SCOPE)
  elseif(bytes LESS 140000)
    set(${out} a-h i-z PARENT_SCOPE)
  elseif(bytes LESS 280000)
    set(${out} a-d e-n o-r s-z PARENT_SCOPE)
  else()
    set(${out} a-d e-h i-n o-p q-r s-z PARENT_SCOPE)
  endif()
endfunction()
# ebb_group_of(OUT FILE FILES…): the letters of the group of one of the files.
function(ebb_group_of out file)
  get_filename_component(word ${file} NAME)
  ebb_groups_of(groups ${ARGN})
  foreach(letters ${groups})
    if(word MATCHES "^[${letters}]")
      set(${out} ${letters} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
function(ebb_compile_in_groups target)
  if(NOT EBB_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(file ${ARGN})
    if(NOT file MATCHES ${ebb_one_by_one})
      ebb_group_of(letters ${file} ${ARGN})
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${letters})
    endif()
  endforeach()
endfunction()

function(ebb_module name)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  set(tests ${files})
  list(FILTER files EXCLUDE REGEX "(_test|/main)\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(files)
    add_library(ebb_${name} STATIC ${files})
    target_include_directories(ebb_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(ebb_${name} PUBLIC ${ARGN} PRIVATE ebb_flags)
    if(name IN_LIST ebb_waiting_modules)
      target_compile_options(ebb_${name} PRIVATE -O1)
    endif()
    ebb_compile_in_groups(ebb_${name} ${files})
  else()
    add_library(ebb_${name} INTERFACE)
    target_include_directories(ebb_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(ebb_${name} INTERFACE ${ARGN})
  endif()
  set_property(GLOBAL PROPERTY ebb_tests_${name} "${tests}")
  set_property(GLOBAL APPEND PROPERTY ebb_modules ${name})
endfunction()

# ebb_objects(OUT MODULES…): the objects of the modules' libraries, as sources for something that wants all of them.
function(ebb_objects out)
  set(objects)
  foreach(module ${ARGN})
    get_target_property(kind ebb_${module} TYPE)
    if(kind STREQUAL STATIC_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:ebb_${module}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
