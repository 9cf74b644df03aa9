// Which ranks of a training job call collectives together. Tensor groups are consecutive ranks; data groups
// are those of the same place in theirs. Experts are divided among consecutive members of a data group, as
// Megatron does.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline training {

inline constexpr std::int64_t most_training_ranks = 65'535;
/// About 4 GB of memory while a job is made of them.
inline constexpr std::uint64_t most_training_operations = 20'000'000;

/// An axis of parallelism, by the ranks that a collective along it joins.
enum class Axis : std::uint8_t {
  tensor,      ///< those that hold parts of one layer
  data,        ///< those that hold the same part
  expert,      ///< those of a data group that hold different experts
  expert_data  ///< those of a data group that hold the same experts
};
inline constexpr std::size_t axes = 4;
constexpr auto names_of(Axis) {
  return std::array<std::string_view, axes>{"tensor", "data", "expert", "expert_data"};
}

/// The ranks of one pipeline stage, or of a job without stages.
struct RankGroups {
  std::uint32_t tensor = 1, data = 1, expert = 1;  ///< `expert` divides `data`
  HostId first = 0;                                ///< its ranks are consecutive hosts from here on

  std::uint32_t ranks() const { return tensor * data; }
  std::uint32_t members(Axis axis) const {
    switch (axis) {
      case Axis::tensor:
        return tensor;
      case Axis::data:
        return data;
      case Axis::expert:
        return expert;
      case Axis::expert_data:
        break;
    }
    return data / expert;
  }

  /// All groups along an axis; each rank of the stage is in one of them.
  std::vector<std::vector<HostId>> along(Axis axis) const {
    const std::uint32_t many = members(axis), apart = distance(axis);
    std::vector<std::vector<HostId>> groups;
    for (HostId low = 0; low < ranks(); ++low) {
      if (low / apart % many != 0) continue;
      auto& group = groups.emplace_back();
      for (std::uint32_t i = 0; i < many; ++i) group.push_back(first + low + i * apart);
    }
    return groups;
  }

 private:
  /// Between two neighbours in a group.
  std::uint32_t distance(Axis axis) const {
    if (axis == Axis::tensor) return 1;
    return axis == Axis::expert_data ? tensor * expert : tensor;
  }
};

}  // namespace ebb::inline training
