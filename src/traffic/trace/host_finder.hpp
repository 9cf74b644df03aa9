// Finds hosts by their designation in a file of demands or messages: by name, by the name of a switch that
// has no other host, or by number.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "network/network.hpp"

namespace ebb::inline traffic {

class HostFinder {
 public:
  explicit HostFinder(const Network& network);

  /// no_id when there is none.
  HostId find(std::string_view text) const;
  /// Returns a hint for an unknown name.
  std::string hint(std::string_view text) const;

 private:
  const Network& network_;
  std::map<std::string, HostId, std::less<>> names_;
};

}  // namespace ebb::inline traffic
