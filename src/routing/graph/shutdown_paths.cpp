#include "routing/graph/shutdown_paths.hpp"

#include "network/distance.hpp"

namespace ebb::inline routing {
namespace {

/// Every link between switches may be off: but for the tree's, or as far as each switch keeps one for each
/// detour.
struct AnyLinkStages final : LinkStages {
  const Network& network;
  DetourPaths detours;
  UpDownHops tree;
  CycleHops cycle;
  std::vector<SwitchId> destinations;

  AnyLinkStages(const Network& net, DetourPaths paths)
      : network(net), detours(paths), destinations(switches_with_hosts(net)) {
    detours == DetourPaths::tree ? tree.fill(net) : cycle.fill(net);
  }
  Place place(SwitchId s, std::uint16_t port) const override {
    Place place;
    const bool of_host = network.is_host_port(network.peer[network.first_port[s] + port]);
    place.stage = of_host || (detours == DetourPaths::tree && tree.is_tree(s, port)) ? 0 : 1;
    return place;
  }
  /// No state is propagated: a switch uses the state of its own links only.
  std::uint32_t rows() const override { return 1; }
  std::uint32_t counts() const override { return 1; }
  void each_in_row(SwitchId, std::uint32_t, const EachSwitch&) const override {}
  void each_shorter(SwitchId, std::uint16_t, const EachPort&) const override {}
  Near near(const Place&, const Knows&) const override { return {}; }

  /// Packets on a detour of a tree go down its own links, which are always on: their phase 1 needs no entry.
  void each_destination(SwitchId s, const EachDestination& each) const override {
    std::vector<std::uint16_t> ports;
    for (const SwitchId to : destinations)
      for (std::uint32_t phase = 0; phase < (detours == DetourPaths::tree ? 1u : CycleHops::phases);
           ++phase) {
        ports.clear();
        for (const UpDownHops::Step& step : steps(s, to, phase)) ports.push_back(step.port);
        if (!ports.empty()) each(to, ports);
      }
  }

 private:
  std::span<const UpDownHops::Step> steps(SwitchId s, SwitchId to, std::uint32_t phase) const {
    return detours == DetourPaths::tree ? tree.steps(s, to, phase) : cycle.steps(s, to, phase);
  }
};

}  // namespace

std::unique_ptr<LinkStages> ShutdownPaths::make_stages(const Network& network) const {
  return std::make_unique<AnyLinkStages>(network, detours);
}

}  // namespace ebb::inline routing
