// How much memory this process may use: the smaller of the machine's memory and the control groups' limit. A
// container or a batch system kills processes that use more, even if the machine has more.
#pragma once

#include <cstdint>
#include <string>

namespace ebb::inline experiment {

/// Returns the least limit of the control groups of this process, version 1 or 2, and of all groups around
/// them; no_memory_limit when there is none. `root` is put before the paths of /proc and /sys, for tests.
std::uint64_t control_group_limit(const std::string& root = "");
inline constexpr std::uint64_t no_memory_limit = ~std::uint64_t{0};

/// Returns the bytes of memory that this process uses now.
std::uint64_t memory_in_use();
/// Returns the most bytes of memory that it has used so far.
std::uint64_t peak_memory();
/// Returns the bytes that the machine could still give to programs; no_memory_limit when unknown.
std::uint64_t memory_available();

}  // namespace ebb::inline experiment
