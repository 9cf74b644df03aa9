#include "topology/star.hpp"

#include "base/medium.hpp"
#include "network/builder.hpp"
#include "network/shape.hpp"

namespace ebb::inline topology {

Problems Star::check() const {
  Problems problems;
  require_at_least(problems, "hosts", hosts, 1);
  require_buildable(problems, "hosts", saturating_product(hosts, 2));
  return problems;
}

Facts Star::facts() const {
  Facts f;
  f.hosts = f.ports_least = f.ports_most = f.ports_used = hosts;
  f.switches = f.access_switches = 1;
  f.add_cables(Medium::copper, hosts);
  f.bisection_cables = hosts / 2;  // a single switch cannot be split: the cut is through the host cables
  return f;
}

Network Star::build(const Cables& cables) const {
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  builder.add_switches(1, u32(hosts));
  builder.set_hosts(u32(hosts));
  attach_hosts(builder, hosts, hosts, host_class);
  return builder.finish(GraphShape{});
}

}  // namespace ebb::inline topology
