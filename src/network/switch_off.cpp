#include "network/switch_off.hpp"

#include <fmt/format.h>

namespace ebb::inline network {
namespace {

constexpr std::size_t most_classes = 255;  ///< a port names its class in a byte
constexpr std::size_t no_class = most_classes + 1;

}  // namespace

Problems switch_off(Network& network, const std::vector<PortId>& cables) {
  const std::size_t before = network.classes.size();
  std::vector<std::size_t> off_class(before, no_class);
  std::vector<LinkClass> added;
  for (const PortId cable : cables) {
    const LinkClass& usual = network.link(cable);
    std::size_t& own = off_class[network.link_class[cable]];
    if (usual.off || own != no_class) continue;
    own = before + added.size();
    added.push_back(usual);
    added.back().name += ", off", added.back().off = true;
  }
  if (before + added.size() > most_classes)
    return {{"topology", fmt::format("has {} kinds of cables, too many to switch some off", before),
             fmt::format("at most {} are possible, with those that are off", most_classes)}};
  network.classes.insert(network.classes.end(), added.begin(), added.end());
  for (const PortId cable : cables)
    if (!network.link(cable).off)
      network.link_class[cable] = network.link_class[network.peer[cable]] =
          static_cast<std::uint8_t>(off_class[network.link_class[cable]]);
  return {};
}

}  // namespace ebb::inline network
