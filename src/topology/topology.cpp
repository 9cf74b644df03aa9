#include "topology/topology.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "base/ensure.hpp"

namespace ebb::inline topology {

Picoseconds Cables::delay(Medium medium) const {
  switch (medium) {
    case Medium::backplane:
      return backplane_delay;
    case Medium::copper:
      return copper_delay;
    case Medium::optical:
      return optical_delay;
  }
  return optical_delay;
}

Problems Cables::check() const {
  Problems problems;
  if (rate.v <= 0) problems.push_back({"rate", "must be positive", "for example: \"40Gb/s\""});
  const std::pair<std::string_view, Picoseconds> delays[] = {
      {"backplane_delay", backplane_delay}, {"copper_delay", copper_delay}, {"optical_delay", optical_delay}};
  for (const auto& [name, delay] : delays)
    if (delay.v < 0)
      problems.push_back({std::string(name), "must not be negative", "light needs about 5 ns per metre"});
  return problems;
}

Facts facts_with(const Topology& topology, const Cables& cables) {
  Facts facts = topology.facts();
  if (!topology.files().empty()) return facts;  // a file has the media of its own cables
  facts.add_cables(facts.host_medium, -facts.hosts);
  facts.host_medium = cables.host_medium;
  facts.add_cables(facts.host_medium, facts.hosts);
  return facts;
}

std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  const __int128 product = static_cast<__int128>(a) * b;
  return static_cast<std::int64_t>(std::min<__int128>(product, most_ports));
}

std::int64_t saturating_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t power = 1;
  for (std::int64_t i = 0; i < exponent && power < most_ports && base > 1; ++i)
    power = saturating_product(power, base);
  return power;
}

void require_at_least(Problems& problems, std::string_view name, std::int64_t value, std::int64_t least,
                      std::string_view hint) {
  if (value < least)
    problems.push_back(
        {std::string(name), fmt::format("is {}, but must be at least {}", value, least), std::string(hint)});
}

void require_buildable(Problems& problems, std::string_view name, std::int64_t ports) {
  if (ports >= most_ports)
    problems.push_back({std::string(name), fmt::format("makes a network of more than {} ports", most_ports),
                        "choose smaller sizes: it would not fit into memory"});
}

std::uint32_t u32(std::int64_t value) {
  ENSURE(value >= 0 && value <= std::numeric_limits<std::uint32_t>::max());
  return static_cast<std::uint32_t>(value);
}

void attach_hosts(NetworkBuilder& builder, std::int64_t hosts, std::int64_t concentration,
                  std::uint8_t link_class, SwitchId first) {
  for (std::int64_t h = 0; h < hosts; ++h)
    builder.attach(u32(h), first + u32(h / concentration), u32(h % concentration), link_class);
}

}  // namespace ebb::inline topology
