// This process among those of one run, as mpirun or a cluster's scheduler started them.
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.hpp"
#include "engine/exchange/exchange.hpp"

namespace ebb::inline tasks {

/// For RunOptions::exchange and RunOptions::memory.
struct RunPlace {
  std::unique_ptr<Exchange> exchange;  ///< never null; a process alone is rank 0 of 1
  std::uint64_t memory = 0;            ///< bytes that this process may use: its share of the machine's

  bool is_first() const { return exchange->rank() == 0; }
};

/// Joins the other processes. All of them have to call it, once.
Result<RunPlace> join_run();

}  // namespace ebb::inline tasks
