// Benito, section V-C: conditional rules over alternative shortest paths, compared with a hash, under random
// permutations: accepted load, latency and number of rules.
#include <optional>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "reproduce/benito/benito.hpp"
#include "reproduce/reproduce.hpp"
#include "results/run_result.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/count.hpp"
#include "rules/tables/table.hpp"
#include "study/compare/side_by_side.hpp"

namespace ebb::inline reproduce {
namespace {

using Settings = std::vector<std::string>;

struct Way {
  std::string_view id, name;
  Settings settings;
};

const std::vector<Way> clos_ways{
    {"clos.hash", "folded Clos, a hash of both hosts", {"routing.name=clos_ecmp", "routing.key=both"}},
    {"clos.static", "folded Clos, unconditional rules", {"routing.name=rules"}},
    {"clos.one", "folded Clos, one alternative", {"routing.name=rules", "routing.kind=minimal"}},
    {"clos.all",
     "folded Clos, all alternatives",
     {"routing.name=rules", "routing.kind=minimal", "routing.alternatives=99"}},
    {"clos.all_by_queue",
     "folded Clos, all alternatives, by the queue",
     {"routing.name=rules", "routing.kind=minimal", "routing.alternatives=99", "routing.trigger=queue"}},
    {"clos.adaptive", "folded Clos, the shortest queue", {"routing.name=clos_adaptive"}}};
const std::vector<Way> butterfly_ways{
    {"butterfly.order", "butterfly, dimension order", {"routing.name=dimension_order"}},
    {"butterfly.hash", "butterfly, a hash of both hosts", {"routing.name=butterfly_ecmp"}},
    {"butterfly.conditional", "butterfly, conditional rules", {"routing.name=rules", "routing.kind=minimal"}},
    {"butterfly.conditional_by_queue",
     "butterfly, conditional rules by the queue",
     {"routing.name=rules", "routing.kind=minimal", "routing.trigger=queue"}},
    {"butterfly.adaptive", "butterfly, the shortest queue", {"routing.name=minimal_adaptive"}}};

Settings clos(const Effort& effort) {
  return {"topology.name=folded_clos", "topology.levels=3",
          effort.quick ? "topology.radix=8" : "topology.radix=16"};
}
Settings butterfly(const Effort& effort) {
  if (effort.quick) return {"topology.name=flattened_butterfly", "topology.c=4", "topology.sizes=[4, 4, 4]"};
  return {"topology.name=flattened_butterfly", "topology.c=10", "topology.sizes=[10, 10, 10]"};
}

struct Job {
  const Way* way;
  Settings settings;
  double load;
};

Result<RunStatistics> run_job(const Job& job, double& accepted) {
  Settings settings = job.settings;
  settings.insert(settings.end(), job.way->settings.begin(), job.way->settings.end());
  settings.push_back(fmt::format("traffic.load={}", job.load));
  auto input = read_run(data_file("papers/benito-minimal.toml"), settings);
  if (!input) return input.problems();
  auto prepared = prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  auto result = run_or_problems(**prepared);
  if (!result) return result.problems();
  const Network& network = (*prepared)->network;
  accepted = result->statistics.accepted.wire_bits_per_second /
             (network.hosts * static_cast<double>(network.classes[0].rate.v));
  return std::move(result->statistics);
}

Problems add_runs(Rows& rows, const Effort& effort) {
  std::vector<Job> jobs;
  for (const double load : {0.5, 1.0}) {
    for (const Way& way : clos_ways) jobs.push_back({&way, clos(effort), load});
    for (const Way& way : butterfly_ways) jobs.push_back({&way, butterfly(effort), load});
  }
  std::vector<std::optional<Result<RunStatistics>>> results(jobs.size());
  std::vector<double> accepted(jobs.size(), 0);
  side_by_side(jobs.size(), cores_of_machine(),
               [&](std::size_t i) { results[i] = run_job(jobs[i], accepted[i]); });
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (!*results[i]) return results[i]->problems();
    const Job& job = jobs[i];
    const std::string load = fmt::format("{:.0f}", 100 * job.load);
    rows.add_unprinted(fmt::format("{}.{}.accepted_percent", job.way->id, load),
                       fmt::format("{}, load {} %: accepted", job.way->name, load), "%", 100 * accepted[i]);
    rows.add_unprinted(fmt::format("{}.{}.latency_us", job.way->id, load),
                       fmt::format("{}, load {} %: mean latency in the network", job.way->name, load), "us",
                       (**results[i]).network_latency.mean_ps / 1e6);
  }
  return {};
}

/// The largest networks of switches with 72 ports, as in the paper's other counts.
void add_rules_needed(Rows& rows) {
  constexpr std::int64_t ports = 72;
  const auto count = [](const Shape& shape, std::uint32_t alternatives) {
    return static_cast<double>(count_conditional_rules(shape, {Adaptivity::minimal, alternatives})->highest);
  };
  const Shape clos_shape = largest(benito_topology("clos3"), ports)->network_shape();
  const double uplinks = ports / 2, hosts = ports / 2;
  const double factor = (count(clos_shape, 99) - hosts) / uplinks;
  rows.add_statement("clos.uplink_rules_factor", factor,
                     {.also = factor == uplinks, .also_what = "as many as uplinks"}, "k = 36 uplinks");
  rows.add_unprinted("clos.rules", "folded Clos: rules of an access switch without conditions", "rules",
                     count(clos_shape, 0));
  rows.add_unprinted("clos.one.rules", "folded Clos: rules with one alternative", "rules",
                     count(clos_shape, 1));
  rows.add_unprinted("clos.all.rules", "folded Clos: rules with all alternatives", "rules",
                     count(clos_shape, 99));
  const Shape butterfly_shape = largest(benito_topology("fb3"), ports)->network_shape();
  const auto compacted =
      static_cast<double>((*count_rules(butterfly_shape))[Organisation::compacted]->highest);
  rows.add("butterfly.extra_rules", count(butterfly_shape, 1) - compacted);
}

}  // namespace

Problems reproduce_benito_minimal(Rows& rows, const Effort& effort) {
  add_rules_needed(rows);
  return add_runs(rows, effort);
}

}  // namespace ebb::inline reproduce
