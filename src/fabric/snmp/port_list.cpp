#include "fabric/snmp/port_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ebb::inline fabric {
namespace {

constexpr unsigned bit_of(std::uint32_t port) { return 0x80u >> (port - 1) % 8; }

std::string_view without_end_of_zeros(std::string_view list) {
  while (!list.empty() && list.back() == '\0') list.remove_suffix(1);
  return list;
}

}  // namespace

std::string to_port_list(const PortSet& ports, std::size_t octets) {
  const std::size_t needed = ports.empty() ? 0 : (*ports.rbegin() + 7) / 8;
  std::string list(std::max(octets, needed), '\0');
  for (const std::uint32_t port : ports) {
    char& octet = list[(port - 1) / 8];
    octet = static_cast<char>(static_cast<unsigned char>(octet) | bit_of(port));
  }
  return list;
}

PortSet from_port_list(std::string_view list) {
  PortSet ports;
  for (std::uint32_t port = 1; port <= list.size() * 8; ++port)
    if (static_cast<unsigned char>(list[(port - 1) / 8]) & bit_of(port)) ports.insert(port);
  return ports;
}

bool same_ports(std::string_view one, std::string_view other) {
  return without_end_of_zeros(one) == without_end_of_zeros(other);
}

std::string ports_text(const PortSet& ports) {
  std::string text;
  for (auto first = ports.begin(); first != ports.end();) {
    auto last = first;
    while (std::next(last) != ports.end() && *std::next(last) == *last + 1) ++last;
    if (!text.empty()) text += ' ';
    text += *first == *last ? fmt::format("{}", *first) : fmt::format("{}-{}", *first, *last);
    first = std::next(last);
  }
  return text.empty() ? "none" : text;
}

PortSet common_ports(const PortSet& one, const PortSet& other) {
  PortSet both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(both, both.end()));
  return both;
}

PortSet without_ports(const PortSet& ports, const PortSet& removed) {
  PortSet left;
  std::set_difference(ports.begin(), ports.end(), removed.begin(), removed.end(),
                      std::inserter(left, left.end()));
  return left;
}

}  // namespace ebb::inline fabric
