#include "reproduce/ethernet/ethernet_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "reproduce/all_of.hpp"

namespace ebb::inline reproduce {
namespace {

const std::vector<EthernetRouting>& ethernet_routings() {
  static const std::vector<EthernetRouting> all{
      {"min", "minimal routing", {"routing.name=dragonfly_minimal"}, Waits::cable},
      {"valiant", "Valiant routing", {"routing.name=dragonfly_valiant_group"}},
      {"piggyback", "piggyback", {"routing.name=dragonfly_piggyback"}},
      {"conditional",
       "conditional rules",
       {"routing.name=rules", "routing.kind=non_minimal"},
       Waits::buffers},
      {"remedy",
       "conditional rules, own queue",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=pause_and_own_queue"},
       Waits::buffers},
      {"by_queue",
       "conditional rules, queue",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=queue"},
       Waits::buffers},
      {"notice",
       "conditional rules, notice",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=congestion_notification",
        "routing.sample=30000B"},
       Waits::congestion_notification},
      {"rare_notice",
       "conditional rules, rare notice",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=congestion_notification"},
       Waits::congestion_notification},
      {"detours",
       "rules that always take the detour",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=always"}},
      {"minimal_rules", "unconditional rules", {"routing.name=rules"}}};
  return all;
}

std::vector<std::string> settings_of(const EthernetPoint& point, int seed, const Effort& effort) {
  const RunLength length = length_of(point);
  std::vector<std::string> settings{fmt::format("traffic.load={}", point.load),
                                    fmt::format("traffic.pattern.name={}", point.pattern()),
                                    "run.batch=1us",
                                    "run.precision=0.05",
                                    fmt::format("run.seed={}", seed),
                                    fmt::format("run.warm_up={}us", length.warm_up_us)};
  for (const char* key : {"least_time", "most_time"})
    settings.push_back(fmt::format("run.{}={}us", key, length.time_us));
  const EthernetRouting& routing = ethernet_routing(point.routing);
  settings.insert(settings.end(), routing.settings.begin(), routing.settings.end());
  if (effort.quick)
    for (const char* small : {"topology.a=8", "topology.p=4", "topology.h=4"}) settings.emplace_back(small);
  return settings;
}

Result<EthernetResult> run_once(const EthernetPoint& point, int seed, const Effort& effort) {
  auto input = read_run(data_file("papers/benito-network.toml"), settings_of(point, seed, effort));
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input), memory_of_machine(), nullptr, true);
  if (!prepared) return prepared.problems();
  RunHooks hooks;
  hooks.each_channel = true;
  const auto result = run_or_problems(**prepared, hooks);
  if (!result) return result.problems();
  return ethernet_result((*prepared)->network, *result, point.adversarial);
}

struct OneRun {
  std::size_t point;
  int seed;
};

Result<std::vector<EthernetResult>> run_all(const std::vector<EthernetPoint>& points,
                                            const std::vector<OneRun>& runs, const Effort& effort) {
  return all_of<EthernetResult>(runs.size(), effort, "runs", [&](std::size_t i) {
    return run_once(points[runs[i].point], runs[i].seed, effort);
  });
}

}  // namespace

const EthernetRouting& ethernet_routing(std::string_view id) {
  const auto& all = ethernet_routings();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const EthernetRouting& r) { return r.id == id; });
  ENSURE(found != all.end());
  return *found;
}

RunLength length_of(const EthernetPoint& point) {
  if (point.length.time_us > 0) return point.length;
  const Waits waits = ethernet_routing(point.routing).waits;
  constexpr int filled = 500;
  if (point.adversarial && waits == Waits::congestion_notification)
    return {filled, filled + (point.load < 0.3 ? 1600 : 600)};
  if (waits == Waits::congestion_notification) return {100, 300};
  if (point.load == overload) return {100, 160};
  if (point.adversarial && waits == Waits::cable) return {filled / 2, filled / 2 + 100};
  if (!point.adversarial || waits == Waits::nothing) return {40, 130};
  if (point.load < 0.3) return {filled, filled + (point.load < 0.1 ? 900 : 450)};
  return {filled, filled + 300};
}

Result<std::vector<EthernetResult>> run_points(const std::vector<EthernetPoint>& points,
                                               const Effort& effort) {
  std::vector<OneRun> first, more;
  for (std::size_t i = 0; i < points.size(); ++i) first.push_back({i, 1});
  const auto once = run_all(points, first, effort);
  if (!once) return once.problems();
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int seed = 2; seed <= points[i].seeds && (*once)[i].saturated_runs == 0; ++seed)
      more.push_back({i, seed});
  const auto again = run_all(points, more, effort);
  if (!again) return again.problems();
  std::vector<EthernetResult> means;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<EthernetResult> of_point{(*once)[i]};
    for (std::size_t k = 0; k < more.size(); ++k)
      if (more[k].point == i) of_point.push_back((*again)[k]);
    means.push_back(mean_of(of_point));
  }
  return means;
}

}  // namespace ebb::inline reproduce
