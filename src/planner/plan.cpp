#include "planner/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/medium.hpp"
#include "planner/fit.hpp"
#include "planner/money.hpp"
#include "planner/network_power.hpp"
#include "planner/no_adapter.hpp"
#include "planner/numbers_used.hpp"
#include "power/device/device.hpp"
#include "power/device/equipment.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/count.hpp"
#include "rules/tables/table.hpp"
#include "topology/topology.hpp"

namespace ebb::inline planner {
namespace {

void require_row(Problems& problems, const PlanInput& input, std::string_view key, const Device& device,
                 const LinkKind& link) {
  if (link_row(input, device, link)) return;
  problems.push_back(
      {std::string(key),
       fmt::format("\"{}\" has no numbers for {} links at {}", device.name, name_of(link.medium),
                   quantity_text(link.rate)),
       fmt::format(
           "it has: {}. Change cables.rate, choose another device, or add a [[link]] section to a copy",
           fmt::join(device.link_labels(), "; "))});
}

void require_power(Problems& problems, const PlanInput& input, std::string_view key, const Device& device,
                   const LinkKind& link) {
  const LinkPower* row = link_row(input, device, link);
  if (row && !device.states_power(*row))
    problems.push_back({std::string(key), fmt::format("\"{}\" states no power", device.name),
                        "copy its file and add `base` or a link's `port`, with their sources"});
}

void require_transceiver(Problems& problems, const PlanInput& input, const LinkKind& link) {
  const auto& [medium, rate] = link;
  const Device* device = input.transceiver(medium);
  if (!device || device->link(medium, rate)) return;
  problems.push_back({medium == Medium::optical ? "optics" : "copper",
                      fmt::format("\"{}\" has no numbers for {} cables at {}", device->name, name_of(medium),
                                  quantity_text(rate)),
                      fmt::format("it has: {}. Change cables.rate, or name another device",
                                  fmt::join(device->link_labels(), "; "))});
}

void require_adapter(Problems& problems, const PlanInput& input, const LinkKind& link) {
  if (!input.nic.links.empty()) return require_row(problems, input, "nic", input.nic, link);
  if (input.nic.runs_at(link.rate)) return;
  problems.push_back(
      {"nic",
       fmt::format("\"{}\" runs at up to {}, but the cables have {}", input.nic.name,
                   quantity_text(input.nic.fastest.value), quantity_text(link.rate)),
       "change cables.rate, choose another adapter, or plan without adapters: nic = \"none\""});
}

/// "48 at 25Gb/s and 8 at 100Gb/s"
std::string filling_text(const PortCount& ports, const Filling& filling) {
  std::map<BitsPerSecond, std::int64_t> by_rate;
  for (std::size_t i = 0; i < filling.size(); ++i)
    if (filling[i] > 0) by_rate[ports.kinds[i].link.rate] += filling[i];
  std::vector<std::string> parts;
  for (const auto& [rate, count] : by_rate)
    parts.push_back(fmt::format("{} at {}", count, quantity_text(rate)));
  return fmt::format("{}", fmt::join(parts, " and "));
}

/// Every port takes its fraction of the switch, or of the ports beside the others.
void require_room_for(Problems& problems, const PlanInput& input, const SwitchTier& tier,
                      const PortCount& ports) {
  for (const Filling& filling : *tier.fillings) {
    std::map<const LinkPower*, double> taken;  // null: of the ports that share the switch
    Filling most(filling.size());
    for (std::size_t i = 0; i < filling.size(); ++i) {
      if (filling[i] == 0) continue;
      const LinkPower* row = link_row(input, *tier.device, ports.kinds[i].link);
      const double share = device_share(input, *tier.device, ports.kinds[i].link);
      taken[row->beside ? row : nullptr] += static_cast<double>(filling[i]) * share;
      most[i] = std::llround(1 / share);
    }
    if (std::all_of(taken.begin(), taken.end(), [](const auto& t) { return t.second <= 1 + 1e-9; })) continue;
    problems.push_back(
        {std::string(tier.key),
         fmt::format("\"{}\" has {} ports, but a switch of the network needs {}", tier.device->name,
                     filling_text(ports, most), filling_text(ports, filling)),
         ""});  // who reads the file adds what would fit
    return;
  }
}

void require_ports(Problems& problems, const PlanInput& input, const SwitchTier& tier,
                   const PortCount& count) {
  const std::int64_t ports = device_ports(input, tier, count);
  if (ports == 0) return;
  if (input.counted) return require_room_for(problems, input, tier, count);
  if (input.facts.ports_most <= ports) return;
  problems.push_back(
      {std::string(tier.key),
       fmt::format("\"{}\" has {} ports at {}, but the topology needs {} on a switch", tier.device->name,
                   ports, quantity_text(input.cables.rate), input.facts.ports_most),
       ""});  // who reads the file adds what would fit
}

/// Spines of their own need switches without hosts.
void require_spines(Problems& problems, const PlanInput& input) {
  if (!input.spine || input.facts.access_switches < input.facts.switches) return;
  problems.push_back({"spine",
                      fmt::format("is \"{}\", but every switch of this network has hosts", input.spine->name),
                      "leave it out, or take a topology with spines: folded_clos, tree, a file"});
}

PlanParts count_parts(const PlanInput& input) {
  const Facts& f = input.facts;
  PlanParts parts;
  parts.hosts = f.hosts;
  parts.switches = f.switches;
  parts.switches_needed = f.switches + f.spare_switches;
  parts.switches_powered = switches_powered(input);
  parts.access_switches = f.access_switches;
  parts.ports_least = f.ports_least, parts.ports_most = f.ports_most;
  parts.device_ports = device_ports(input);
  parts.ports_used = f.ports_used;
  parts.ports_spare = spare_ports(input);
  parts.cables = f.cables;
  if (f.diameter >= 0) parts.diameter = f.diameter;
  return parts;
}

/// Slowest first.
std::vector<BitsPerSecond> rates_of(const PlanInput& input) {
  std::set<BitsPerSecond> rates;
  for (const PortKind& kind : input.ports().kinds) rates.insert(kind.link.rate);
  return {rates.begin(), rates.end()};
}

PlanServers count_servers(const PlanInput& input, Watts network) {
  const PlanSettings& s = input.settings;
  const double share = s.server_idle_share + (1 - s.server_idle_share) * s.load;
  const Watts servers = s.server * (share * static_cast<double>(input.facts.hosts));
  return {servers, network.v / (network.v + servers.v)};
}

std::vector<PlanRules> list_rules(const RuleCounts& counts) {
  std::vector<PlanRules> rules;
  const auto add = [&](std::string name, const std::optional<RuleRange>& range) {
    if (range)
      rules.push_back({std::move(name), static_cast<std::int64_t>(range->lowest),
                       static_cast<std::int64_t>(range->highest)});
  };
  for (std::size_t i = 0; i < organisations; ++i) add(std::string(names_of(Organisation{})[i]), counts.of[i]);
  add("conditional minimal", counts.conditional[static_cast<std::size_t>(Adaptivity::minimal)]);
  add("conditional detours", counts.conditional[static_cast<std::size_t>(Adaptivity::non_minimal)]);
  return rules;
}

}  // namespace

double bisection_bits_per_second(std::int64_t bisection_cables, std::int64_t hosts, const Cables& cables) {
  return std::min(2 * static_cast<double>(bisection_cables) * static_cast<double>(cables.rate.v),
                  static_cast<double>(hosts) / 2 * static_cast<double>(cables.rate_of_hosts().v));
}

Problems check_fit(const PlanInput& input) {
  Problems problems = check_power(input);
  Problems links = check_links(input);
  problems.insert(problems.end(), links.begin(), links.end());
  return problems;
}

Problems check_power(const PlanInput& input) {
  Problems problems;
  const PortCount ports = input.ports();
  for (const SwitchTier& tier : tiers_of(input, ports))
    for (const LinkKind& link : tier.links(ports))
      require_power(problems, input, tier.key, *tier.device, link);
  if (!input.nic.links.empty())
    for (const LinkKind& link : links_of_hosts(ports)) require_power(problems, input, "nic", input.nic, link);
  return problems;
}

Problems check_links(const PlanInput& input) {
  Problems problems;
  const PortCount ports = input.ports();
  std::vector<LinkKind> plugged;
  for (const SwitchTier& tier : tiers_of(input, ports))
    for (const LinkKind& link : tier.links(ports)) {
      require_row(problems, input, tier.key, *tier.device, link);
      if (std::find(plugged.begin(), plugged.end(), link) != plugged.end()) continue;
      plugged.push_back(link);
      require_transceiver(problems, input, link);
    }
  for (const LinkKind& link : links_of_hosts(ports)) require_adapter(problems, input, link);
  require_spines(problems, input);
  for (const SwitchTier& tier : tiers_of(input, ports)) require_ports(problems, input, tier, ports);
  return problems;
}

Problems check_tables(const PlanInput& input) {
  const Addressing addressing = input.settings.addressing;
  if (addressing == Addressing::unstated) return {};
  Problems problems;
  const bool cam = addressing == Addressing::cam;
  const PortCount ports = input.ports();
  for (const SwitchTier& tier : tiers_of(input, ports)) {
    const TablePower& table = cam ? tier.device->cam : tier.device->tcam;
    if (table.per_bit.given) continue;
    problems.push_back({"addressing",
                        fmt::format("is \"{}\", but \"{}\" states no energy of a search in its {}",
                                    name_of(addressing), tier.device->name, cam ? "CAM" : "TCAM"),
                        "remove plan.addressing, or use a switch with a [tcam] or [cam] section"});
  }
  if (!input.table_entries())
    problems.push_back({"addressing",
                        fmt::format("is \"{}\", but ebb cannot count the rules of this topology for it",
                                    name_of(addressing)),
                        "remove plan.addressing"});
  return problems;
}

PlanResult make_plan(const PlanInput& input) {
  const PlanSettings& s = input.settings;
  PlanResult r;
  r.name = input.name, r.title = s.title, r.topology = input.topology;
  r.switch_device = input.switch_device.name,
  r.nic_device = input.nic.name.empty() ? std::string(no_adapter_name) : input.nic.name;
  if (input.spine) r.spine_device = input.spine->name;
  r.rates = rates_of(input), r.host_rate = input.cables.rate_of_hosts(), r.load = s.load;
  r.parts = count_parts(input);
  if (input.facts.bisection_cables >= 0)
    r.bisection = PlanBisection{
        input.facts.bisection_cables,
        bisection_bits_per_second(input.facts.bisection_cables, input.facts.hosts, input.cables)};
  if (!input.own_rates) r.carries = input.carries;  // closed forms know the rates of [cables] only
  r.power_known = check_power(input).empty();
  r.power = network_power(input, s.load);
  r.full_power = network_power(input, 1);
  const Tariff tariff{s.price_usd_per_kwh, s.pue, s.years};
  r.money = cost_of(r.power.total(), tariff);
  r.proportional_saving = Watts{r.power.total().v - s.load * r.full_power.total().v};
  r.proportional_usd = cost_of(r.proportional_saving, tariff).usd;
  if (s.server.v > 0) r.servers = count_servers(input, r.power.total());
  if (input.rules) r.rules = list_rules(*input.rules);
  r.numbers = numbers_used(input);
  const PortCount ports = input.ports();
  r.missing = missing_numbers(input, links_of_switches(ports), links_of_hosts(ports), links_of_spines(ports));
  return r;
}

}  // namespace ebb::inline planner
