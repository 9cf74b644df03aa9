#include "network/names.hpp"

#include <fmt/core.h>

namespace ebb::inline network {
namespace {

std::string name_in(const std::vector<std::string>& names, std::uint32_t number, std::string_view word) {
  return number < names.size() && !names[number].empty() ? names[number] : fmt::format("{}{}", word, number);
}

}  // namespace

std::string name_of_switch(const Network& network, SwitchId s, std::string_view word) {
  return name_in(network.labels.switches, s, word);
}

std::string name_of_host(const Network& network, HostId h, std::string_view word) {
  return name_in(network.labels.hosts, h, word);
}

std::string name_of_owner(const Network& network, PortId p) {
  return network.is_host_port(p) ? name_of_host(network, network.host_at(p))
                                 : name_of_switch(network, network.owner[p]);
}

std::string own_name_of_port(const Network& network, PortId p) {
  return p < network.labels.ports.size() ? network.labels.ports[p] : std::string();
}

std::string name_of_port(const Network& network, PortId p) {
  const std::string owner = name_of_owner(network, p), own = own_name_of_port(network, p);
  if (!own.empty()) return fmt::format("{}:{}", owner, own);
  if (network.is_host_port(p)) return owner;
  const std::uint32_t number = p - network.first_port[network.owner[p]];
  return fmt::format("{}{}{}", owner, network.labels.switches.empty() ? " port " : ":", number);
}

}  // namespace ebb::inline network
