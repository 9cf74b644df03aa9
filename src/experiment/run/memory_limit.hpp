// How much memory this process may use: the least of what the machine has and what control groups allow. A
// container or a batch system kills whoever uses more, however much the machine has.
#pragma once

#include <cstdint>
#include <string>

namespace ebb::inline experiment {

/// The least limit of the control groups of this process, of version 1 or 2, and of all groups around them;
/// no_memory_limit when there is none. `root` stands before the paths of /proc and /sys, for tests.
std::uint64_t control_group_limit(const std::string& root = "");
inline constexpr std::uint64_t no_memory_limit = ~std::uint64_t{0};

/// Bytes of memory that this process has in use now.
std::uint64_t memory_in_use();
/// Bytes that the machine could still give to programs; no_memory_limit when it does not say.
std::uint64_t memory_available();

}  // namespace ebb::inline experiment
