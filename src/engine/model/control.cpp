#include "engine/model/control.hpp"

namespace ebb::inline engine {

void Control::use_stages(const LinkStages& all, const Network& network) {
  stages = &all;
  if (!policy || !policy->requirements().tables) return;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    NextHopTable& table = next_hops.emplace_back(network.ports_of(s));
    for (std::uint16_t port = 0; port < table.ports; ++port)
      table.is_link[port] = all.place(s, port).stage > 0;
    all.each_destination(s, [&](SwitchId to, std::span<const std::uint16_t> ports) { table.add(to, ports); });
  }
}

}  // namespace ebb::inline engine
