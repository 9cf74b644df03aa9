#include "routing/graph/shutdown_paths.hpp"

#include "network/distance.hpp"

namespace ebb::inline routing {
namespace {

/// Every cable between switches may be off except those of the tree.
struct AnyLinkStages final : LinkStages {
  const Network& network;
  UpDownWays ways;
  std::vector<SwitchId> destinations;

  explicit AnyLinkStages(const Network& net) : network(net), destinations(switches_with_hosts(net)) {
    ways.fill(net);
  }
  Place place(SwitchId s, std::uint16_t port) const override {
    Place place;
    const bool of_host = network.is_host_port(network.peer[network.first_port[s] + port]);
    place.stage = of_host || ways.is_tree(s, port) ? 0 : 1;
    return place;
  }
  /// No state is propagated: a switch uses the state of its own links only.
  std::uint32_t rows() const override { return 1; }
  std::uint32_t counts() const override { return 1; }
  void each_in_row(SwitchId, std::uint32_t, const EachSwitch&) const override {}
  void each_shorter(SwitchId, std::uint16_t, const EachPort&) const override {}
  Near near(const Place&, const Knows&) const override { return {}; }

  void each_way(SwitchId s, const EachWay& each) const override {
    std::vector<std::uint16_t> ports;
    for (const SwitchId to : destinations) {
      ports.clear();
      for (const UpDownWays::Step& step : ways.steps(s, to, 0)) ports.push_back(step.port);
      if (!ports.empty()) each(to, ports);
    }
  }
};

}  // namespace

std::unique_ptr<LinkStages> ShutdownPaths::make_stages(const Network& network) {
  return std::make_unique<AnyLinkStages>(network);
}

}  // namespace ebb::inline routing
