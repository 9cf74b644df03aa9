#include "reproduce/ethernet_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>

#include "base/ensure.hpp"
#include "config/data_files.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "study/side_by_side.hpp"

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
  double owners = 0, others = 0, count = 0;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (is_owner(shape, s))
      owners += sent[s], ++count;
    else
      others += sent[s];
  result.least = *std::min_element(sent.begin(), sent.end()) / mean;
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
  all.detours = detours_of(network, shape, all.run, point.adversarial);
  add_fairness(network, shape, all);
  all.run.each_channel.clear();
  return all;
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
  std::vector<std::optional<Result<EthernetResult>>> results(points.size());
  std::atomic<std::size_t> done{0};
  side_by_side(points.size(), cores_of_machine(), [&](std::size_t i) {
    results[i] = run_point(points[i], effort);
    const std::size_t so_far = ++done;
    if (!effort.quiet) fmt::print(stderr, "{} of {} runs\n", so_far, points.size());
  });
  std::vector<EthernetResult> all;
  for (auto& result : results) {
    if (!*result) return result->problems();
    all.push_back(std::move(**result));
  }
  return all;
}

}  // namespace ebb::inline reproduce
