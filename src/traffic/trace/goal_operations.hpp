// The operations of a GOAL text as written.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline traffic {

enum class GoalKind : std::uint8_t { calc, send, recv };

struct GoalOperation {
  GoalKind kind = GoalKind::calc;
  HostId rank = 0, peer = 0;
  std::int64_t amount = 0;  ///< bytes, or nanoseconds
  std::int64_t tag = 0;
  std::size_t line = 0;
  std::vector<std::uint32_t> requires_ = {},
                             starts_with = {};  ///< wait for their ends, or for their starts only
};

/// Reading stops after so many problems.
inline constexpr std::size_t most_goal_problems = 20;

struct GoalOperations {
  std::uint32_t ranks = 0;
  std::vector<GoalOperation> all;  ///< they refer to each other by index
};
Result<GoalOperations> read_goal_operations(std::istream& in, const std::string& name);

}  // namespace ebb::inline traffic
