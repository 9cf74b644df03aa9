#include "reproduce/ethernet_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/ensure.hpp"
#include "config/data_files.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "reproduce/all_of.hpp"
#include "study/known_runs.hpp"
#include "study/saturation_search.hpp"

namespace ebb::inline reproduce {
namespace {

const std::vector<EthernetRouting>& ethernet_routings() {
  static const std::vector<EthernetRouting> all{
      {"min", "minimal routing", {"routing.name=dragonfly_minimal"}},
      {"valiant", "Valiant routing", {"routing.name=dragonfly_valiant_group"}},
      {"piggyback", "piggyback", {"routing.name=dragonfly_piggyback"}},
      {"conditional", "conditional rules", {"routing.name=rules", "routing.kind=non_minimal"}},
      {"remedy",
       "conditional rules, own cables by their queue",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=pause_and_own_queue"}},
      {"by_queue",
       "conditional rules, by queues",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=queue"}},
      {"notice",
       "conditional rules, by congestion notices",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=notice", "routing.sample=30000B"}},
      {"rare_notice",
       "conditional rules, by notices as rare as the standard has them",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=notice"}},
      {"detours",
       "rules that always take the detour",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=always"}},
      {"minimal_rules", "unconditional rules", {"routing.name=rules"}}};
  return all;
}

std::vector<std::string> settings_of(const EthernetPoint& point, const Effort& effort) {
  std::vector<std::string> settings{
      fmt::format("traffic.load={}", point.load),
      fmt::format("traffic.pattern.name={}", point.adversarial ? "adversarial" : "uniform"), "run.batch=1us"};
  // At small loads the buffers around a cable that is too narrow take most of the warm-up to fill; the
  // smaller the groups, the longer.
  const int warm_up = effort.quick ? 100 : 60, time = effort.quick ? 160 : 100;
  settings.push_back(fmt::format("run.warm_up={}us", warm_up));
  for (const char* key : {"least_time", "most_time"})
    settings.push_back(fmt::format("run.{}={}us", key, time));
  const EthernetRouting& routing = ethernet_routing(point.routing);
  settings.insert(settings.end(), routing.settings.begin(), routing.settings.end());
  if (effort.quick)
    for (const char* small : {"topology.a=8", "topology.p=4", "topology.h=4"}) settings.emplace_back(small);
  return settings;
}

/// Bytes over the global cables, for each byte that arrives from another group, less one: a detour takes two.
double detours_of(const Network& network, const DragonflyShape& shape, const RunResult& run,
                  bool adversarial) {
  double delivered = 0, global = 0;
  for (PortId c = 0; c < network.switch_ports(); ++c) {
    const auto bytes = static_cast<double>(run.each_channel[c].bytes);
    if (network.is_host_port(network.peer[c])) delivered += bytes;
    if (c - network.first_port[network.owner[c]] >= shape.first_global_port()) global += bytes;
  }
  const double in_group = shape.group_size * shape.concentration - 1.0;
  const double leaving = adversarial ? 1 : 1 - in_group / (network.hosts - 1.0);
  return global / (delivered * leaving) - 1;
}

/// Whether the switch has a cable of its own to the next group.
bool is_owner(const DragonflyShape& shape, SwitchId s) {
  const std::uint32_t group = shape.group_of(s), next = (group + 1) % shape.groups;
  for (std::uint32_t n = 0; n < dragonfly_links(shape, group, next); ++n)
    if (dragonfly_global_port(shape, {group, dragonfly_slot(shape, group, next, n)}).switch_id == s)
      return true;
  return false;
}

void add_fairness(const Network& network, const DragonflyShape& shape, EthernetResult& result) {
  std::vector<double> sent(network.switches(), 0);
  for (HostId h = 0; h < network.hosts; ++h)
    sent[network.switch_of_host(h)] +=
        static_cast<double>(result.run.each_channel[network.host_port(h)].bytes);
  const double mean = std::accumulate(sent.begin(), sent.end(), 0.0) / static_cast<double>(sent.size());
  double owners = 0, others = 0, count = 0, squares = 0;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (is_owner(shape, s))
      owners += sent[s], ++count;
    else
      others += sent[s];
  for (const double bytes : sent) squares += bytes * bytes;
  result.fairness = mean * mean * static_cast<double>(sent.size()) / squares;
  result.least = *std::min_element(sent.begin(), sent.end()) / mean;
  result.most = *std::max_element(sent.begin(), sent.end()) / mean;
  result.owners = owners / count / mean;
  result.others = others / (network.switches() - count) / mean;
}

Result<EthernetResult> run_point(const EthernetPoint& point, const Effort& effort) {
  auto input = read_run(data_file("papers/benito-network.toml"), settings_of(point, effort));
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input), memory_of_machine(), nullptr, true);
  if (!prepared) return prepared.problems();
  RunHooks hooks;
  hooks.each_channel = true;
  auto result = run(**prepared, hooks);
  if (!result) return result.problems();
  EthernetResult all;
  all.run = std::move(*result);
  const Network& network = (*prepared)->network;
  const auto& shape = std::get<DragonflyShape>(network.shape);
  const double hosts_rate = network.hosts * static_cast<double>(network.classes[0].rate.v);
  all.accepted = all.run.statistics.accepted.wire_bits_per_second / hosts_rate;
  all.accepted_within = all.run.statistics.accepted_half_width_bits_per_second.value_or(0) / hosts_rate;
  all.detours = detours_of(network, shape, all.run, point.adversarial);
  add_fairness(network, shape, all);
  all.run.each_channel.clear();
  return all;
}

/// Searches as a sweep does.
Result<SaturationLoads> find_saturation(EthernetPoint point, const Effort& effort) {
  SaturationSearch search({.from = 0.05, .to = 1, .precision = 0.05});
  while (const auto load = search.next()) {
    point.load = *load;
    const auto result = run_point(point, effort);
    if (!result) return result.problems();
    const KnownRun shown{std::string(name_of(result->run.statistics.verdict)), *load, result->accepted};
    search.tell(shown.shows());
  }
  return SaturationLoads{search.steady(), search.saturated()};
}

}  // namespace

const EthernetRouting& ethernet_routing(std::string_view id) {
  const auto& all = ethernet_routings();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const EthernetRouting& r) { return r.id == id; });
  ENSURE(found != all.end());
  return *found;
}

Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort) {
  return all_of<EthernetResult>(points.size(), effort, "runs",
                                [&](std::size_t i) { return run_point(points[i], effort); });
}

Result<std::vector<SaturationLoads>> find_saturation(const std::vector<EthernetPoint>& points,
                                                     const Effort& effort) {
  return all_of<SaturationLoads>(points.size(), effort, "searches",
                                 [&](std::size_t i) { return find_saturation(points[i], effort); });
}

}  // namespace ebb::inline reproduce
