#include "routing/dragonfly/dragonfly_ugal_g.hpp"

namespace ebb::inline routing {

void DragonflyUgalG::prepare(const Network& network) {
  DragonflyUgal::prepare(network);
  first_port_ = network.first_port;
  beyond_.clear();
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    beyond_.push_back(network.is_host_port(peer) ? no_id : network.owner[peer]);
  }
}

}  // namespace ebb::inline routing
