// Links of real routed networks that can sleep (Hypnos: Roellin, Jacob and Vanbever, 2024): by loads alone,
// by a greedy choice with the demand matrix, and by our search, on the same networks of Repetita. The
// networks are read from a folder beside the source folder, or from $EBB_REPETITA.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/data_files.hpp"
#include "network/igp_network.hpp"
#include "reproduce/reproduce.hpp"
#include "rules/igp/igp_bridges.hpp"
#include "rules/igp/igp_request.hpp"
#include "rules/igp/igp_sleep.hpp"
#include "topology/file/repetita_file.hpp"

namespace ebb::inline reproduce {
namespace {

namespace fs = std::filesystem;

constexpr double demands_of[] = {0.1, 0.5, 1};
constexpr std::size_t most_links_when_quick = 20;

/// Of a router with 400 Gb/s optics, an Arista 7280CR3K-32D4 (NetPowerBench, as in devices/): the whole
/// without ports, a port that is up, and its module. A port that is shut keeps its module powered.
constexpr double router_w = 266.7, port_w = 1.746, module_w = 5.43;
constexpr std::size_t links_of_a_card = 4;

std::string folder_of_networks() {
  if (const char* given = std::getenv("EBB_REPETITA"); given && *given) return given;
  std::error_code wrong;
  const fs::path home = fs::canonical(data_file("papers"), wrong).parent_path();
  return (home.parent_path() / "shared" / "data" / "repetita").string();
}

std::vector<std::string> networks_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code wrong;
  for (const auto& entry : fs::directory_iterator(folder, wrong))
    if (entry.path().extension() == ".graph")
      names.push_back((entry.path().parent_path() / entry.path().stem()).string());
  std::sort(names.begin(), names.end());
  return names;
}

struct RealNetwork {
  std::string name;
  IgpNetwork network;
  std::vector<IgpDemand> demands;

  std::vector<IgpDemand> scaled(double by) const {
    std::vector<IgpDemand> all = demands;
    for (IgpDemand& d : all) d.rate *= by;
    return all;
  }
};

Result<std::vector<RealNetwork>> read_networks(bool quick) {
  std::vector<RealNetwork> all;
  for (const std::string& name : networks_in(folder_of_networks())) {
    auto network = read_repetita_graph(name + ".graph");
    if (!network) return network.problems();
    if (quick && network->links.size() > most_links_when_quick) continue;
    auto demands = read_repetita_demands(name + ".0000.demands", *network);
    if (!demands) return demands.problems();
    all.push_back({fs::path(name).filename(), std::move(*network), std::move(*demands)});
  }
  if (all.empty()) return Problem{folder_of_networks(), "has no networks", "Repetita's .graph and .demands"};
  return all;
}

/// Links asleep over all networks, counted together.
struct Totals {
  double links = 0, tree = 0, loads_only = 0, greedy = 0, ours = 0, at_most = 0;
  std::uint32_t loads_full = 0, ours_full = 0, proved = 0;
  bool connected = true;

  double percent(double of) const { return links > 0 ? 100 * of / links : 0; }
  /// Share of the way from the greedy to the proved bound.
  double closed() const { return at_most > greedy ? 100 * (ours - greedy) / (at_most - greedy) : 100; }
};

struct Reading {
  double demand = 1;
  bool full_may_grow = true, spare = false;
};

std::uint64_t work_of(const Effort& effort) { return effort.quick ? 300'000 : 20'000'000; }

Totals totals_of(const std::vector<RealNetwork>& networks, const Reading& reading, const Effort& effort) {
  Totals t;
  for (const RealNetwork& real : networks) {
    const std::vector<IgpDemand> demands = real.scaled(reading.demand);
    const IgpSleepRequest request{.network = real.network,
                                  .demands = demands,
                                  .full_may_grow = reading.full_may_grow,
                                  .spare = reading.spare,
                                  .most_work = work_of(effort)};
    const IgpSleepPlan by_loads = loads_only_sleep(request), greedy = greedy_sleep(request),
                       ours = search_sleep(request);
    const IgpSleepCheck check = check_sleep(request, ours.asleep);
    const auto count = [](const IgpSleepPlan& plan) { return static_cast<double>(plan.asleep.size()); };
    t.links += static_cast<double>(real.network.links.size());
    t.tree += most_asleep(real.network, reading.spare);
    t.loads_only += count(by_loads), t.greedy += count(greedy), t.ours += count(ours),
        t.at_most += ours.at_most;
    t.loads_full += check_sleep(request, by_loads.asleep).newly_full;
    t.ours_full += check.newly_full, t.connected &= check.connected;
    t.proved += ours.asleep.size() == ours.at_most;
  }
  return t;
}

/// Line cards of so many links, in the order of the file: share of them that sleep.
double cards_percent(const std::vector<RealNetwork>& networks, double demand, const Effort& effort) {
  double cards = 0, asleep = 0;
  for (const RealNetwork& real : networks) {
    const std::vector<IgpDemand> demands = real.scaled(demand);
    std::vector<std::vector<IgpLinkId>> at(real.network.size());
    for (IgpLinkId l = 0; l < real.network.links.size(); ++l)
      for (const RouterId s : {real.network.links[l].a, real.network.links[l].b}) at[s].push_back(l);
    IgpSavings savings{.links = std::vector<double>(real.network.links.size(), 0.01), .parts = {}};
    for (const auto& links : at)
      for (std::size_t i = 0; i < links.size(); i += links_of_a_card)
        savings.parts.push_back(
            {{links.begin() + static_cast<std::ptrdiff_t>(i),
              links.begin() + static_cast<std::ptrdiff_t>(std::min(links.size(), i + links_of_a_card))},
             1});
    const IgpSleepPlan plan = search_sleep({.network = real.network,
                                            .demands = demands,
                                            .full_may_grow = true,
                                            .savings = savings,
                                            .most_work = work_of(effort)});
    cards += static_cast<double>(savings.parts.size());
    asleep += plan.saved - 0.01 * static_cast<double>(plan.asleep.size());
  }
  return 100 * asleep / cards;
}

/// Percent of the power of all routers, ports and modules together.
double power_percent(const std::vector<RealNetwork>& networks, double links_asleep, bool with_modules) {
  double all = 0;
  for (const RealNetwork& real : networks)
    all += real.network.size() * router_w +
           2 * static_cast<double>(real.network.links.size()) * (port_w + module_w);
  return 100 * 2 * links_asleep * (port_w + (with_modules ? module_w : 0)) / all;
}

void add_demand(Rows& rows, const Totals& t, double demand, const std::string& which) {
  const std::string by = fmt::format(".{:.0f}", 100 * demand), at = fmt::format(", demand x {:g}", demand);
  rows.add_smaller("loads_only" + by, t.percent(t.loads_only), which);
  rows.add_smaller("greedy" + by, t.percent(t.greedy), which);
  rows.add_unprinted("ours" + by, "our search: links asleep" + at, "%", t.percent(t.ours));
  rows.add_unprinted(
      "bound" + by, "links that can sleep at most, as proved" + at, "%", t.percent(t.at_most),
      fmt::format("by trying all choices of a block, within a limit of work; {} networks are at it",
                  t.proved));
  rows.add_statement("more" + by, t.percent(t.ours - t.greedy),
                     {.also = t.ours >= t.greedy, .also_what = "no less than the greedy's"});
  rows.add_statement("closed" + by, t.closed(),
                     {.also = t.closed() >= 50, .also_what = "half of it at least"});
  rows.add_statement("full" + by, t.ours_full,
                     {.also = t.ours_full == 0 && t.connected, .also_what = "none, and all connected"});
  rows.add_unprinted("loads_full" + by, "loads alone: channels newly above 80 %" + at, "", t.loads_full);
}

void add_stricter(Rows& rows, const std::vector<RealNetwork>& networks, double demand, const Effort& effort) {
  const std::string by = fmt::format(".{:.0f}", 100 * demand), at = fmt::format(", demand x {:g}", demand);
  const Totals spare = totals_of(networks, {.demand = demand, .spare = true}, effort);
  rows.add_unprinted("spare.greedy" + by, "any one failure survived, greedy" + at, "%",
                     spare.percent(spare.greedy));
  rows.add_unprinted("spare.ours" + by, "any one failure survived, our search" + at, "%",
                     spare.percent(spare.ours),
                     fmt::format("at most {:.1f} %", spare.percent(spare.at_most)));
  const Totals strict = totals_of(networks, {.demand = demand, .full_may_grow = false}, effort);
  rows.add_unprinted("strict.greedy" + by, "full channels get no fuller, greedy" + at, "%",
                     strict.percent(strict.greedy));
  rows.add_unprinted("strict.ours" + by, "full channels get no fuller, our search" + at, "%",
                     strict.percent(strict.ours),
                     fmt::format("at most {:.1f} %", strict.percent(strict.at_most)));
}

}  // namespace

Problems hypnos_obstacles() {
  const std::string folder = folder_of_networks();
  if (!networks_in(folder).empty()) return {};
  return {{folder, "has no networks of Repetita",
           "set EBB_REPETITA to a folder with its .graph and .0000.demands files "
           "(github.com/svissicchio/Repetita)"}};
}

Problems reproduce_hypnos(Rows& rows, const Effort& effort) {
  const auto networks = read_networks(effort.quick);
  if (!networks) return networks.problems();
  const std::string which = fmt::format("ours: {} networks, one matrix each", networks->size());
  for (const double demand : demands_of) {
    const Totals t = totals_of(*networks, {.demand = demand}, effort);
    if (demand == demands_of[0]) rows.add_smaller("tree", t.percent(t.tree), which);
    add_demand(rows, t, demand, which);
    add_stricter(rows, *networks, demand, effort);
    const std::string by = fmt::format(".{:.0f}", 100 * demand), at = fmt::format(", demand x {:g}", demand);
    rows.add_unprinted("cards" + by, fmt::format("line cards of {} links asleep", links_of_a_card) + at, "%",
                       cards_percent(*networks, demand, effort));
    rows.add_unprinted("power.modules" + by, "power saved, ports and modules off" + at, "%",
                       power_percent(*networks, t.ours, true),
                       "routers of 266.7 W, 7.2 W by port with its module");
    rows.add_unprinted("power.ports" + by, "power saved, modules stay powered" + at, "%",
                       power_percent(*networks, t.ours, false));
  }
  return {};
}

}  // namespace ebb::inline reproduce
