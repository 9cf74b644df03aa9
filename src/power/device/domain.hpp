// Power domains: the parts of a device that several ports share, and that save power only when none of those
// ports is on. The ports of a domain are consecutive: 0 to n - 1, n to 2n - 1, and so on.
//
// Domains split the numbers that the file states anyway, so a device whose ports are all on has the same
// power with and without them. The base of a switch is the sum of its engines, its cards and its own domain.
// The transceivers of a module's ports add up to the module.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/units.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline power {

enum class DomainKind : std::uint8_t {
  port,    ///< the electronics of one port, without its transceiver
  module,  ///< a transceiver module: its lasers sleep only when all its ports are down
  engine,  ///< a forwarding engine
  card,    ///< a line card
  base,    ///< the rest of the switch: control processor, fans, power supplies
};
constexpr auto names_of(DomainKind) {
  return std::array<std::string_view, 5>{"port", "module", "engine", "card", "base"};
}

struct PowerDomain {
  DomainKind kind = DomainKind::base;
  std::vector<Medium> media;  ///< of a module; empty: any
  Sourced<std::int64_t> ports;
  Sourced<Watts> on, idle, asleep;
  Sourced<Picoseconds> wake, wake_p99;
  Sourced<double> fails;

  static constexpr auto fields() {
    using D = PowerDomain;
    return std::tuple{
        field("kind", &D::kind, "what shares the power"),
        field("media", &D::media, "of a module: the cables it holds for; left out: any"),
        field("ports", &D::ports, "ports that share it; left out: one for `port`, all for `base`",
              {1, 1'000'000}),
        field("on", &D::on, "power while one of its ports is on; part of what the file states elsewhere"),
        field("idle", &D::idle, "power while it is awake and all its ports are off; left out: as on"),
        field("asleep", &D::asleep, "power while it sleeps; left out: it cannot sleep"),
        field("wake", &D::wake, "time to wake: the median"),
        field("wake_p99", &D::wake_p99, "time to wake: 99 of 100 wakes take no longer"),
        field("fails", &D::fails, "share of wakes that fail and are repeated", {0, 0.5})};
  }
  bool holds_for(Medium medium) const;
  /// Returns its power while all its ports are off.
  Watts low_power(bool sleeps) const;
};

/// Which ports a domain has: each `ports` of them, all of one medium if one is given. 0 ports: all of the
/// switch. The time in which all ports of such domains were off is metered once for all devices.
struct DomainShape {
  std::int64_t ports = 0;
  std::optional<Medium> medium{};
  bool operator==(const DomainShape&) const = default;
};

/// Domains of one shape in which no port is on: how many, and their ports by medium. A number, or a time.
template <class Number>
struct DomainsOff {
  Number domains{};
  std::array<Number, media> ports{};

  void add(const DomainsOff& other) {
    domains += other.domains;
    for (std::size_t m = 0; m < media; ++m) ports[m] += other.ports[m];
  }
};

/// Calls visit(first, end) for the ports of each domain of this shape in a switch of `ports` ports.
/// medium_of(port) is that of its cable. Ports of several media share no domain that is of one medium.
template <class MediumOf, class Visit>
void each_domain(const DomainShape& shape, std::int64_t ports, MediumOf&& medium_of, Visit&& visit) {
  const std::int64_t size = shape.ports > 0 ? shape.ports : ports;
  for (std::int64_t first = 0; first < ports; first += size) {
    const std::int64_t end = first + size < ports ? first + size : ports;
    bool fits = true;
    for (std::int64_t p = first; p < end && shape.medium; ++p) fits = fits && medium_of(p) == *shape.medium;
    if (fits) visit(first, end);
  }
}

/// Counts the domains of a switch in which no port is on.
template <class MediumOf, class IsOff>
DomainsOff<double> domains_off(const DomainShape& shape, std::int64_t ports, MediumOf&& medium_of,
                               IsOff&& is_off) {
  DomainsOff<double> count;
  each_domain(shape, ports, medium_of, [&](std::int64_t first, std::int64_t end) {
    DomainsOff<double> one{.domains = 1};
    for (std::int64_t p = first; p < end; ++p) {
      if (!is_off(p)) return;
      one.ports[static_cast<std::size_t>(medium_of(p))] += 1;
    }
    count.add(one);
  });
  return count;
}

}  // namespace ebb::inline power
