// Finds a switch by its name: the network's own name, its number after an s, or its number alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline fabric {

class SwitchFinder {
 public:
  explicit SwitchFinder(const Network& network);

  std::optional<SwitchId> find(std::string_view name) const;
  /// For an unknown name: the nearest valid one, or how switches are named.
  std::string hint(std::string_view name) const;

 private:
  std::vector<std::string> names_, numbered_;
};

}  // namespace ebb::inline fabric
