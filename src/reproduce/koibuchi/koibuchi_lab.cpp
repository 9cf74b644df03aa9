// Koibuchi, section IV, on real Open vSwitch: six bridges, fully connected by two links each, are regulated
// while an MPI program runs on their hosts. The recorded program is simulated for comparison.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "config/data_files.hpp"
#include "experiment/read/run_config.hpp"
#include "experiment/run/prepared_run.hpp"
#include "fabric/lab/regulation_trial.hpp"
#include "fabric/lab/round_times.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"
#include "reproduce/koibuchi/koibuchi_cluster.hpp"
#include "topology/complete.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr BitsPerSecond lab_rate{10'000'000};  // of papers/koibuchi-lab.toml; two processors can carry it
constexpr std::uint32_t links_each = 2, lab_hosts = koibuchi_switches;

/// The links between every two switches from `first` on, as [trees] off names them.
std::vector<std::string> links_between(SwitchId first, const char* how_many) {
  std::vector<std::string> names;
  for (SwitchId a = first; a < koibuchi_switches; ++a)
    for (SwitchId b = a + 1; b < koibuchi_switches; ++b)
      names.push_back(fmt::format("s{}-s{}{}", a, b, how_many));
  return names;
}

/// A step of the lab after the initial phase without changes, and the graph of its simulation.
struct LabStep {
  const char* id;
  TrialStep step;
  SwitchGraph left;
};
std::array<LabStep, 3> lab_steps() {
  return {{{"half", {"one link of each pair off", links_between(0, ":1")}, koibuchi_complete(1)},
           {"star", {"a star is left", links_between(1, "")}, koibuchi_tree(links_each)},
           {"all", {"all on", {}}, koibuchi_complete(links_each)}}};
}

/// Simulated time of a round in milliseconds.
Result<double> twin_round_ms(const std::string& trace, const SwitchGraph& graph, int rounds) {
  auto input = read_run(data_file("papers/koibuchi-lab.toml"), {"traffic.workload.file=" + trace});
  if (!input) return input.problems();
  input->topology = koibuchi_topology(graph, lab_hosts, 1);
  const auto seconds = job_time_s(std::move(*input));
  if (!seconds) return seconds.problems();
  return 1000 * *seconds / rounds;
}

void add_round(Rows& rows, const std::string& id, const std::string& what, const MeanRound& mean) {
  if (mean.rounds > 0)
    rows.add_unprinted(id, what + ": a round", "ms", mean.ms, fmt::format("mean of {} rounds", mean.rounds));
}

void add_span(Rows& rows, const std::string& id, const TrialSpan& span) {
  const std::string& name = span.name;
  const auto count = [&](const char* what, const char* words, const char* unit, std::uint64_t number,
                         const std::string& note) {
    rows.add_unprinted(fmt::format("{}.{}", id, what), fmt::format("{}: {}", name, words), unit,
                       static_cast<double>(number), note);
  };
  if (span.links_on > 0)
    rows.add_unprinted(id + ".took", name + ": takes", "s", span.seconds(),
                       fmt::format("{} of 30 links are on then, {} pairs of hosts probed", span.links_on,
                                   span.pairs_reached));
  count("pings_lost", "pings lost", "packets", span.pings.lost, fmt::format("of {}", span.pings.sent));
  count("refused", "dropped by ports that are down", "frames", span.losses.refused, "");
  count("queue_full", "dropped by full queues", "frames", span.losses.queue_full, "");
  count("sent_again", "sent again by TCP", "segments", span.losses.sent_again,
        fmt::format("of {}; {} of them arrived twice: they were late, not lost", span.losses.segments,
                    span.losses.arrived_twice));
  add_round(rows, id + ".round", name + ", meanwhile", span.meanwhile);
  add_round(rows, id + ".round_after", name + ", after it", span.afterwards);
}

void add_paper_rows(Rows& rows, const RegulationTrial& trial) {
  const TrialSpan& star = trial.spans[2];
  double longest = 0;
  for (std::size_t i = 1; i < trial.spans.size(); ++i) longest = std::max(longest, trial.spans[i].seconds());
  constexpr std::uint64_t pairs = lab_hosts * (lab_hosts - 1);
  rows.add("vlans", trial.vlans);
  rows.add_statement("connected", static_cast<double>(star.pairs_reached),
                     {.also = star.pairs_reached == pairs, .also_what = "all pairs"},
                     fmt::format("of {}, by probes", pairs));
  rows.add_statement("reconfiguration", longest, {.below = 10},
                     "ours waits until no frame of the old paths is left, and probes all pairs");
}

}  // namespace

Problems reproduce_koibuchi_lab(Rows& rows, const Effort& effort) {
  Complete complete;
  complete.switches = koibuchi_switches, complete.hosts_per_switch = 1, complete.links = links_each;
  const Network network = complete.build({});
  const auto steps = lab_steps();
  LabSettings settings;
  settings.rate = lab_rate;
  std::vector<double> twins;
  RegulationTrialPlan plan{.network = network, .settings = settings, .steps = {}, .recorded = {}};
  plan.rest_s = effort.quick ? 1 : 3;
  for (const LabStep& step : steps) plan.steps.push_back(step.step);
  plan.recorded = [&](const std::string& trace) {
    for (const LabStep& step : steps) {
      const auto ms = twin_round_ms(trace, step.left, plan.recorded_rounds);
      if (!ms) return ms.problems();
      twins.push_back(*ms);
    }
    return Problems{};
  };
  const auto trial = try_regulation(plan);
  if (!trial) return trial.problems();

  add_paper_rows(rows, *trial);
  rows.add_unprinted("wrong", "words that arrived wrong", "words",
                     static_cast<double>(trial->rounds.back().wrong),
                     fmt::format("in {} rounds, each to each", trial->rounds.size()));
  add_span(rows, "nothing", trial->spans[0]);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    add_span(rows, steps[i].id, trial->spans[i + 1]);
    rows.add_unprinted(fmt::format("{}.twin", steps[i].id), steps[i].step.name + ", simulated: a round", "ms",
                       twins[i], fmt::format("the recorded program, cables of {}", quantity_text(lab_rate)));
  }
  return {};
}

}  // namespace ebb::inline reproduce
