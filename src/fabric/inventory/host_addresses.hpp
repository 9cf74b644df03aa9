// The MAC addresses that hosts have of their own, where switches rewrite them: a CSV file with the columns
// host and mac, one line for each host.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// Section [rewriting] of a configuration.
struct RewritingSettings {
  std::string file;

  static constexpr auto fields() {
    return std::tuple{field("file", &RewritingSettings::file,
                            "the hosts' own MAC addresses (CSV: host,mac), which the switches replace by "
                            "hierarchical ones and back; empty: hosts have the hierarchical ones")};
  }
};

/// By HostId. Every host of the network has one line, with an address that no other host has.
Result<std::vector<std::uint64_t>> read_host_addresses(const std::string& path, const Network& network);
/// The same from the text of such a file; `path` is for messages.
Result<std::vector<std::uint64_t>> parse_host_addresses(const std::string& text, const std::string& path,
                                                        const Network& network);

}  // namespace ebb::inline fabric
