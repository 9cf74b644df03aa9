#include "experiment/device/link_rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

#include "network/folded_clos_shape.hpp"
#include "network/shape.hpp"

namespace ebb::inline experiment {

void read_cables(Configuration& file, const Topology* topology, Cables& cables) {
  file.section("cables", cables);
  if (!topology || find_path(file.root(), "cables.rate")) return;
  const Topology::OwnRates own = topology->own_rates();
  if (own.every && own.rates.size() == 1) cables.rate = own.rates.front();
}

std::vector<BitsPerSecond> rates_of_cables(const Topology& topology, const Cables& cables) {
  const Topology::OwnRates own = topology.own_rates();
  std::set<BitsPerSecond> rates(own.rates.begin(), own.rates.end());
  if (!own.every) rates.insert({cables.rate, cables.rate_of_hosts()});
  return {rates.begin(), rates.end()};
}

BitsPerSecond fastest_rate(const Topology& topology, const Cables& cables) {
  return rates_of_cables(topology, cables).back();
}

void require_one_rate(Configuration& file, const Topology& topology, const Cables& cables,
                      std::string_view section) {
  const Topology::OwnRates own = topology.own_rates();
  if (!own.every && cables.rate_of_hosts() != cables.rate)
    file.add_problems(
        "cables", {{"host_rate",
                    fmt::format("is {}, but [{}] goes by one rate for all cables, and [cables] rate is {}",
                                quantity_text(cables.host_rate), section, quantity_text(cables.rate)),
                    fmt::format("leave out [{}], or leave it out", section)}});
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

void require_apart(Configuration& file, const Topology& topology, const Cables& cables,
                   const RateLevels& states) {
  for (const BitsPerSecond rate : rates_of_cables(topology, cables)) {
    if (states.differ_at(rate)) continue;
    const bool of_hosts = rate == cables.host_rate;
    file.add_problems(
        of_hosts ? "cables" : "topology",
        {{of_hosts ? "host_rate" : "file",
          fmt::format("has cables of {}, too slow for as many rates as [control] gives to those of {}",
                      quantity_text(rate), quantity_text(states.fastest())),
          "leave out [control], or correct that rate"}});
    return;
  }
}

namespace {

bool has_closed_forms(const Topology& topology, const Cables& cables, bool spines_apart) {
  return topology.files().empty() && !spines_apart && cables.rate_of_hosts() == cables.rate;
}

}  // namespace

bool is_too_large_to_count(const Topology& topology, const Cables& cables, bool spines_apart) {
  return !has_closed_forms(topology, cables, spines_apart) && topology.files().empty() &&
         !std::holds_alternative<FoldedClosShape>(topology.network_shape()) &&
         topology.facts().ports_used > most_counted_ports;
}

std::optional<PortCount> count_ports(const Topology& topology, const Cables& cables, bool spines_apart) {
  if (has_closed_forms(topology, cables, spines_apart)) return std::nullopt;
  const Shape shape = topology.network_shape();
  if (const auto* clos = std::get_if<FoldedClosShape>(&shape))
    return ports_of(*clos, facts_with(topology, cables), cables, spines_apart);
  return ports_of(topology.build(cables), spines_apart);
}

}  // namespace ebb::inline experiment
