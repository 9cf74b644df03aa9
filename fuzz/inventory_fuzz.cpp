// Any bytes at all as an inventory of switches: what is accepted names each switch of the plan once, with a
// name for each of its ports.
#include <cstddef>
#include <cstdint>

#include "base/ensure.hpp"
#include "fabric/inventory/inventory.hpp"
#include "input_file.hpp"
#include "topology/complete.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ebb::Network network = [] {
    ebb::Complete complete;
    complete.switches = 2, complete.hosts_per_switch = 1;
    return complete.build({});
  }();
  const auto inventory = ebb::read_inventory(input_file(data, size, ".toml"), network);
  if (!inventory) {
    ENSURE(!inventory.problems().empty());
    return 0;
  }
  ENSURE(inventory->switches.size() == network.switches());
  for (ebb::SwitchId s = 0; s < network.switches(); ++s)
    ENSURE(inventory->switches[s].ports.size() == network.ports_of(s));
  return 0;
}
