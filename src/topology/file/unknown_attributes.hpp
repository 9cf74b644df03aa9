// What files of networks say and ebb does not know. Files made for other programs are full of such things;
// but what is spelt nearly like an attribute of ebb's is a slip.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline topology {

/// The attributes of one kind (of nodes, or of links) that ebb does not know, each looked at once.
class UnknownAttributes {
 public:
  /// Counts it, spelt in small letters; returns what its writer may have meant when it is seen for the first
  /// time, else "".
  std::string see(const std::string& word, const std::vector<std::string_view>& known);
  const std::map<std::string, std::int64_t>& counts() const { return counts_; }

 private:
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace ebb::inline topology
