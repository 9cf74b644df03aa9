# Warps on accelerators (src/engine/gpu/*.cu), compiled by nvcc. A library of its own: nvcc knows few of g++'s flags. It links to no
# other target, since their compile features would make CMake choose an older C++ for nvcc. Without -fmad=false, floating-point
# results could differ from those of processors. fmt is not made for nvcc, and 3189 warns of the name `module`.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90)  # H100, H200
endif()
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
if(CCACHE)
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
endif()
file(GLOB cuda_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/engine/gpu/*.cu)
add_library(ebb_cuda STATIC ${cuda_files})
foreach(property CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS)  # they would count for CUDA, too
  set_property(TARGET ebb_cuda PROPERTY ${property})
endforeach()
target_include_directories(ebb_cuda PRIVATE ${PROJECT_SOURCE_DIR}/src $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(ebb_cuda PRIVATE EBB_CUDA FMT_CONSTEVAL= FMT_USE_CONSTEXPR=1)
target_compile_options(ebb_cuda PRIVATE -std=c++20 --expt-relaxed-constexpr -fmad=false -diag-suppress=3189)
target_compile_definitions(ebb_engine PUBLIC EBB_CUDA)
target_link_libraries(ebb_engine PUBLIC ebb_cuda)
