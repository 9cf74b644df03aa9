// Any bytes at all as paths of VLAN trees: what is accepted is a tree for each switch, and what is not is
// refused with a place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "fabric/trees/paths_file.hpp"
#include "rules/trees/vlan_trees.hpp"
#include "topology/complete.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ebb::Network network = [] {
    ebb::Complete complete;
    complete.switches = 3, complete.hosts_per_switch = 1;
    return complete.build({});
  }();
  const ebb::Trunks trunks(network);
  const ebb::TrunkSet on(trunks.size(), true);
  const auto paths =
      ebb::parse_paths({reinterpret_cast<const char*>(data), size}, "fuzz.csv", network, trunks, on);
  if (!paths) {
    for (const ebb::Problem& p : paths.problems())
      ENSURE(!p.where.empty() && !p.what.empty() && !p.hint.empty());
    return 0;
  }
  ENSURE(ebb::check_path_set(network, trunks, on, *paths).empty());
  ENSURE(ebb::source_trees(network, trunks, *paths).ok());
  return 0;
}
