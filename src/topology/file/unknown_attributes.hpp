// Attributes of network files that ebb does not know. Files of other programs have many. One that is spelt
// nearly like an attribute of ebb's is a mistake.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline topology {

/// The unknown attributes of nodes or of links, each checked once.
class UnknownAttributes {
 public:
  /// Counts it in lower case. Returns the probably intended attribute when it occurs for the first time,
  /// otherwise "".
  std::string see(const std::string& word, const std::vector<std::string_view>& known);
  const std::map<std::string, std::int64_t>& counts() const { return counts_; }

 private:
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace ebb::inline topology
