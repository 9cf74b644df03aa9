// High-Performance Linpack as a job.
#pragma once

#include "traffic/kernels/kernel.hpp"

namespace ebb::inline traffic {

/// The order of the matrix, the width of a panel, and the floating-point operations of a process in a second
/// (3.21 TFlops on 528 processes), all as Koibuchi et al. ran it.
inline constexpr double hpl_order = 234'960, hpl_panel = 220, hpl_rate = 3.21e12 / 528;

void make_hpl(JobMaker& job, const KernelSettings& settings);

}  // namespace ebb::inline traffic
