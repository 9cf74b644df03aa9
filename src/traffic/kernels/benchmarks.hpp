// High-Performance Linpack and the NAS parallel benchmarks as jobs; each source file describes the
// communication of its benchmark.
#pragma once

#include "traffic/kernels/kernel.hpp"

namespace ebb::inline traffic {

void make_hpl(JobMaker& job, const KernelSettings& settings);
void make_nas_bt(JobMaker& job, const KernelSettings& settings);
void make_nas_cg(JobMaker& job, const KernelSettings& settings);
void make_nas_ft(JobMaker& job, const KernelSettings& settings);
void make_nas_is(JobMaker& job, const KernelSettings& settings);
void make_nas_lu(JobMaker& job, const KernelSettings& settings);
void make_nas_mg(JobMaker& job, const KernelSettings& settings);
void make_nas_sp(JobMaker& job, const KernelSettings& settings);

}  // namespace ebb::inline traffic
