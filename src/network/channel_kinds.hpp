// The kinds of channels: for each class of cables those that leave a switch, and after all of these, for each
// class again, those that leave a host. Where spines are another device (Network::spines_apart), a third part
// has those that leave a switch without hosts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace ebb::inline network {

inline std::size_t kinds_in(const Network& network) {
  return (network.spines_apart ? 3 : 2) * network.classes.size();
}

inline std::size_t kind_of(const Network& network, PortId channel) {
  const std::size_t link_class = network.link_class[channel], classes = network.classes.size();
  if (network.is_host_port(channel)) return link_class + classes;
  const bool of_spine = network.spines_apart && !network.has_hosts(network.owner[channel]);
  return link_class + (of_spine ? 2 * classes : 0);
}

inline const LinkClass& class_of_kind(const Network& network, std::size_t kind) {
  return network.classes[kind % network.classes.size()];
}

inline bool is_from_host(const Network& network, std::size_t kind) {
  return kind / network.classes.size() == 1;
}

inline bool is_from_spine(const Network& network, std::size_t kind) {
  return kind / network.classes.size() == 2;
}

/// Returns how many channels are not switched off for good, by class of cable.
std::vector<std::int64_t> channels_that_are_on(const Network& network);

/// Returns the names of the kinds in reports: "copper", "to host", "from host"; "to host 25Gb/s" where hosts
/// have cables of several classes with such names. Kinds without channels have names too.
std::vector<std::string> names_of_kinds(const Network& network);

}  // namespace ebb::inline network
