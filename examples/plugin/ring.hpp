// Ring: every switch is connected to the next one. ebb has no such topology built in.
#pragma once

#include "ebb/topology.hpp"

namespace ring {

struct Ring final : ebb::Topology {
  std::int64_t switches = 8, c = 1;

  static constexpr auto fields() {
    return std::tuple{ebb::field("switches", &Ring::switches, "switches round the ring"),
                      ebb::field("c", &Ring::c, "hosts on each switch")};
  }
  ebb::Problems check() const override {
    ebb::Problems problems;
    ebb::require_at_least(problems, "switches", switches, 3, "with 2, use topology \"complete\"");
    ebb::require_at_least(problems, "c", c, 1);
    ebb::require_buildable(problems, "switches", ebb::saturating_product(switches, c + 2));
    return problems;
  }
  ebb::Facts facts() const override {
    ebb::Facts f;
    f.hosts = switches * c;
    f.switches = f.access_switches = switches;
    f.ports_least = f.ports_most = c + 2;
    f.ports_used = switches * (c + 2);
    f.add_cables(ebb::Medium::copper, switches * (c + 1));
    f.bisection_cables = 2;
    f.diameter = switches / 2;
    return f;
  }
  /// A switch numbers its ports in this order: hosts, clockwise, counter-clockwise.
  ebb::Network build(const ebb::Cables& cables) const override {
    ebb::NetworkBuilder builder;
    const auto host = builder.add_class(cables.link("host", ebb::Medium::copper));
    const auto ring = builder.add_class(cables.link("ring", ebb::Medium::copper));
    const std::uint32_t n = ebb::u32(switches), clockwise = ebb::u32(c);
    builder.add_switches(n, clockwise + 2);
    builder.set_hosts(ebb::u32(switches * c));
    ebb::attach_hosts(builder, switches * c, c, host);
    for (ebb::SwitchId s = 0; s < n; ++s) builder.connect(s, clockwise, (s + 1) % n, clockwise + 1, ring);
    return builder.finish(ebb::GraphShape{});
  }
};

}  // namespace ring
