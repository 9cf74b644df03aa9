// The problem sizes of the classes of the NAS benchmarks. S is their sample size, for programs that run on a
// desktop machine (src/programs). Koibuchi et al. ran A and C.
#pragma once

#include <array>

namespace ebb::inline traffic {

struct KernelSize {
  char name;
  int cg_order;
  std::array<int, 3> ft_log2;  ///< of the points along x, y and z
  int is_log2_keys, is_log2_most, is_log2_buckets;
  int lu_points, mg_points, bt_points;  ///< along a side of the cube
  double hpl_share;                     ///< of the order of the matrix; HPL has no classes
};

inline constexpr std::array<KernelSize, 3> kernel_sizes{
    {{'S', 1'400, {6, 6, 6}, 16, 11, 9, 12, 32, 12, 0.01},
     {'A', 14'000, {8, 8, 7}, 23, 19, 10, 64, 256, 64, 0.05},
     {'C', 150'000, {9, 9, 9}, 27, 23, 10, 162, 512, 162, 1}}};
inline constexpr const char* kernel_size_names = "S, A or C";

/// Null where there is no such class.
constexpr const KernelSize* kernel_size(char name) {
  for (const KernelSize& size : kernel_sizes)
    if (size.name == name) return &size;
  return nullptr;
}

}  // namespace ebb::inline traffic
