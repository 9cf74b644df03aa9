#include "reproduce/ethernet_experiment.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "config/data_files.hpp"
#include "experiment/prepared_run.hpp"
#include "experiment/run_config.hpp"
#include "reproduce/all_of.hpp"

namespace ebb::inline reproduce {
namespace {

const std::vector<EthernetRouting>& ethernet_routings() {
  static const std::vector<EthernetRouting> all{
      {"min", "minimal routing", {"routing.name=dragonfly_minimal"}},
      {"valiant", "Valiant routing", {"routing.name=dragonfly_valiant_group"}},
      {"piggyback", "piggyback", {"routing.name=dragonfly_piggyback"}},
      {"conditional", "conditional rules", {"routing.name=rules", "routing.kind=non_minimal"}},
      {"remedy",
       "conditional rules, own queue",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=pause_and_own_queue"}},
      {"by_queue",
       "conditional rules, queue",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=queue"}},
      {"notice",
       "conditional rules, notice",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=notice", "routing.sample=30000B"}},
      {"rare_notice",
       "conditional rules, rare notice",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=notice"}},
      {"detours",
       "rules that always take the detour",
       {"routing.name=rules", "routing.kind=non_minimal", "routing.trigger=always"}},
      {"minimal_rules", "unconditional rules", {"routing.name=rules"}}};
  return all;
}

std::vector<std::string> settings_of(const EthernetPoint& point, int seed, const Effort& effort) {
  std::vector<std::string> settings{fmt::format("traffic.load={}", point.load),
                                    fmt::format("traffic.pattern.name={}", point.pattern()), "run.batch=1us",
                                    fmt::format("run.seed={}", seed),
                                    fmt::format("run.warm_up={}us", point.length.warm_up_us)};
  for (const char* key : {"least_time", "most_time"})
    settings.push_back(fmt::format("run.{}={}us", key, point.length.time_us));
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
  const auto result = run(**prepared, hooks);
  if (!result) return result.problems();
  return ethernet_result((*prepared)->network, *result, point.load, point.adversarial);
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
  struct Once {
    const EthernetPoint* point;
    int seed;
  };
  std::vector<Once> runs;
  for (const EthernetPoint& point : points)
    for (int seed = 1; seed <= point.seeds; ++seed) runs.push_back({&point, seed});
  const auto results = all_of<EthernetResult>(runs.size(), effort, "runs", [&](std::size_t i) {
    return run_once(*runs[i].point, runs[i].seed, effort);
  });
  if (!results) return results.problems();
  std::vector<EthernetResult> means;
  auto next = results->begin();
  for (const EthernetPoint& point : points) {
    means.push_back(mean_of({next, next + point.seeds}));
    next += point.seeds;
  }
  return means;
}

}  // namespace ebb::inline reproduce
