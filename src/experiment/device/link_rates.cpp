#include "experiment/device/link_rates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline experiment {

void read_cables(Configuration& file, const Topology* topology, Cables& cables) {
  file.section("cables", cables);
  if (!topology || find_path(file.root(), "cables.rate")) return;
  const Topology::OwnRates own = topology->own_rates();
  if (own.every && own.rates.size() == 1) cables.rate = own.rates.front();
}

BitsPerSecond fastest_rate(const Topology& topology, const Cables& cables) {
  const Topology::OwnRates own = topology.own_rates();
  BitsPerSecond fastest = own.every ? BitsPerSecond{} : cables.rate;
  for (const BitsPerSecond rate : own.rates) fastest = std::max(fastest, rate);
  return fastest;
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

void require_apart(Configuration& file, const Topology& topology, const RateLevels& states) {
  for (const BitsPerSecond rate : topology.own_rates().rates) {
    if (states.differ_at(rate)) continue;
    file.add_problems(
        "topology",
        {{"file",
          fmt::format("has cables of {}, too slow for as many rates as [control] gives to those of {}",
                      quantity_text(rate), quantity_text(states.fastest())),
          "leave out [control], or correct that rate"}});
    return;
  }
}

std::optional<PortCount> count_ports(const Topology& topology, const Cables& cables) {
  if (topology.files().empty()) return std::nullopt;
  return ports_of(topology.build(cables));
}

}  // namespace ebb::inline experiment
