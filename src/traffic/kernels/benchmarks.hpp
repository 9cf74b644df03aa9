// High-Performance Linpack and the NAS parallel benchmarks as jobs; each source file describes the
// communication of its benchmark.
#pragma once

#include "traffic/kernels/kernel.hpp"

namespace ebb::inline traffic {

/// HPL as Koibuchi et al. ran it: the order of the matrix, and the peak of a core, an Opteron at 2.3 GHz with
/// four operations in a cycle.
inline constexpr double hpl_order = 234'960, hpl_core_flops = 4 * 2.3e9;

void make_hpl(JobMaker& job, const KernelSettings& settings);
void make_nas_bt(JobMaker& job, const KernelSettings& settings);
void make_nas_cg(JobMaker& job, const KernelSettings& settings);
void make_nas_ft(JobMaker& job, const KernelSettings& settings);
void make_nas_is(JobMaker& job, const KernelSettings& settings);
void make_nas_lu(JobMaker& job, const KernelSettings& settings);
void make_nas_mg(JobMaker& job, const KernelSettings& settings);
void make_nas_sp(JobMaker& job, const KernelSettings& settings);

}  // namespace ebb::inline traffic
