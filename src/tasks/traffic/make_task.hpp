// Makes the job of a well-known parallel program. The job of `ebb trace make`.
#pragma once

#include <string>

#include "base/result.hpp"
#include "tasks/traffic/trace_outcome.hpp"
#include "traffic/kernels/kernel.hpp"
#include "traffic/kernels/kernel_list.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline tasks {

struct TraceMakeOptions {
  std::string kernel;  ///< "hpl", "nas-cg": a name of kernels()
  KernelSettings settings;
  TraceTarget target;
};

Result<TraceOutcome> make_trace(const TraceMakeOptions& options);

}  // namespace ebb::inline tasks
