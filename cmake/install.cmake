# What `cmake --install` lays down, in two components: `program` (the program, the files that it reads, docs, man page,
# completion) and `library` (one static library, its headers, a package for CMake's find_package).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# All modules but the command line, with the libraries that only some of them need.
set(library_modules ${plugin_modules} record training ranks programs store study reproduce http tasks)
ebb_objects(library_objects ${library_modules})
set(library_needs zstd::libzstd_shared pugixml::pugixml ZLIB::ZLIB SQLite::SQLite3 ${CMAKE_DL_LIBS})
set(library_uses_mpi OFF)
if(MPI_CXX_FOUND AND EBB_MPI)
  set(library_uses_mpi ON)
  list(APPEND library_needs MPI::MPI_CXX)
endif()
if(EBB_SNMP)
  list(APPEND library_needs ${EBB_SNMP_LIBRARY})
endif()
if(EBB_HTTP)
  list(APPEND library_needs ${EBB_HTTP_LIBRARY})
endif()

# The modules' objects once more, as one library. It is static: what a program links is then all it needs.
add_library(ebb_library STATIC ${library_objects} ${PROJECT_BINARY_DIR}/program_build.cpp)
add_dependencies(ebb_library ebb_program_build)
set_target_properties(ebb_library PROPERTIES OUTPUT_NAME ebb EXPORT_NAME ebb LINKER_LANGUAGE CXX)
target_include_directories(ebb_library
  PRIVATE ${PROJECT_SOURCE_DIR}/src
  INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ebb/modules>)
target_compile_features(ebb_library PUBLIC cxx_std_20)
# A program that loads plugins, or a plugin that is an engine, must round as ebb does.
target_compile_options(ebb_library INTERFACE -ffp-contract=off)
target_link_libraries(ebb_library PUBLIC fmt::fmt nlohmann_json::nlohmann_json Threads::Threads
  PRIVATE ${library_needs})

# A plugin links nothing of ebb: two copies of one thing in a process would be one too many.
add_library(ebb_plugin INTERFACE)
set_target_properties(ebb_plugin PROPERTIES EXPORT_NAME plugin)
target_include_directories(ebb_plugin INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ebb/modules>)
target_compile_features(ebb_plugin INTERFACE cxx_std_20)
target_compile_options(ebb_plugin INTERFACE -ffp-contract=off)
target_link_libraries(ebb_plugin INTERFACE fmt::fmt nlohmann_json::nlohmann_json Threads::Threads)

# The man page and the completions are printed by the program, from the tree that it reads its command line by.
set(pages)
foreach(page "ebb.1 man" "ebb.bash completion bash" "_ebb completion zsh" "ebb.fish completion fish")
  separate_arguments(page)
  list(POP_FRONT page file)
  add_custom_command(OUTPUT pages/${file} DEPENDS ebb VERBATIM
    COMMAND ${CMAKE_COMMAND} -E make_directory pages
    COMMAND sh -c "page=$1; shift; exec \"$@\" > \"$page\"" sh pages/${file} $<TARGET_FILE:ebb> docs ${page})
  list(APPEND pages ${PROJECT_BINARY_DIR}/pages/${file})
endforeach()
add_custom_target(ebb_pages ALL DEPENDS ${pages})

set(data ${CMAKE_INSTALL_DATADIR}/ebb)
install(TARGETS ebb RUNTIME COMPONENT program)
if(TARGET ebb-record)
  # Not among the libraries that a linker looks for: it is loaded by other programs, and ebb finds it from where itself is.
  install(TARGETS ebb-record LIBRARY DESTINATION lib/ebb COMPONENT program)
endif()
install(DIRECTORY devices data papers examples lab DESTINATION ${data} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/pages/ebb.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/pages/ebb.bash RENAME ebb
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/pages/_ebb DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/pages/ebb.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ebb)
install(TARGETS ebb_library ebb_plugin EXPORT ebb ARCHIVE COMPONENT library)
install(EXPORT ebb NAMESPACE ebb:: FILE ebbTargets.cmake DESTINATION ${package} COMPONENT library)
install(DIRECTORY include/ebb DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(FILES ${build_header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ebb COMPONENT library)
foreach(module ${library_modules})
  install(DIRECTORY src/${module} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ebb/modules COMPONENT library
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*_testing.hpp" EXCLUDE)
endforeach()
configure_package_config_file(cmake/ebbConfig.cmake.in ebbConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_DATADIR)
# What is compiled against one version is not promised to work with the next, before 1.0.
write_basic_package_version_file(ebbConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ebbConfig.cmake ${PROJECT_BINARY_DIR}/ebbConfigVersion.cmake
  DESTINATION ${package} COMPONENT library)
include(cmake/package.cmake)
