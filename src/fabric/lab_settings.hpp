// How a lab is built: section [lab] of a configuration file.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline fabric {

/// How the hosts of a lab get their addresses.
enum class LabAddresses : std::uint8_t { set, dmp, own };
constexpr auto names_of(LabAddresses) { return std::array<std::string_view, 3>{"set", "dmp", "own"}; }

/// How hosts learn which MAC address belongs to an IP address.
enum class LabNeighbours : std::uint8_t { fixed, arp };
constexpr auto names_of(LabNeighbours) { return std::array<std::string_view, 2>{"static", "arp"}; }

struct LabSettings {
  BitsPerSecond rate{0};
  LabAddresses addresses = LabAddresses::set;
  LabNeighbours neighbours = LabNeighbours::fixed;

  static constexpr auto fields() {
    return std::tuple{
        field("rate", &LabSettings::rate, "rate of every cable, both ways; 0: as fast as this machine can"),
        field("addresses", &LabSettings::addresses,
              "who gives the hosts their addresses: the lab, the switches (DMP), or nobody"),
        field("neighbours", &LabSettings::neighbours,
              "how hosts find each other: by entries that the lab makes, or by ARP")};
  }
  Problems check() const;
};

}  // namespace ebb::inline fabric
