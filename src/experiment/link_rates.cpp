#include "experiment/link_rates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/names.hpp"

namespace ebb::inline experiment {

void read_cables(Configuration& file, const Topology* topology, Cables& cables) {
  file.section("cables", cables);
  if (!topology || find_path(file.root(), "cables.rate")) return;
  const Topology::OwnRates own = topology->own_rates();
  if (own.every && own.rates.size() == 1) cables.rate = own.rates.front();
}

void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section) {
  const Topology::OwnRates own = topology.own_rates();
  if (std::all_of(own.rates.begin(), own.rates.end(), [&](BitsPerSecond r) { return r == cables.rate; }))
    return;
  std::string rates;
  for (const BitsPerSecond rate : own.rates)
    rates += fmt::format("{}{}", rates.empty() ? "" : ", ", quantity_text(rate));
  const bool one = own.every && own.rates.size() == 1;
  file.add_problems(
      "topology",
      {{"file",
        fmt::format(
            "gives its cables {}{}, but [{}] goes by one rate for all cables, and [cables] rate is {}", rates,
            own.every ? "" : " and leaves others to [cables]", section, quantity_text(cables.rate)),
        one ? fmt::format("set [cables] rate = \"{}\", or leave it out", rates)
            : fmt::format("leave out [{}], or give all cables of the file one rate", section)}});
}

void require_one_host_medium(Configuration& file, const Topology& topology, const Cables& cables,
                             std::string_view section) {
  constexpr std::int64_t most_looked_at = 10'000'000;  // ports; more are no network that somebody wrote down
  if (topology.files().empty() || topology.facts().ports_used > most_looked_at) return;
  const Network network = topology.build(cables);
  for (HostId h = 1; h < network.hosts; ++h) {
    const Medium medium = network.link(network.host_port(h)).medium,
                 first = network.link(network.host_port(0)).medium;
    if (medium == first) continue;
    file.add_problems(
        "topology", {{"file",
                      fmt::format("attaches {} by {} and {} by {}, but [{}] goes by one medium for all hosts",
                                  name_of_host(network, 0), name_of(first), name_of_host(network, h),
                                  name_of(medium), section),
                      fmt::format("leave out [{}], or attach all hosts alike", section)}});
    return;
  }
}

}  // namespace ebb::inline experiment
