// Abts, Figure 9: the latency cost of the heuristic, by target utilisation (a) and by reactivation time (b),
// and the statements of section 4.2.2 on power.
#include <algorithm>
#include <array>

#include "base/problem.hpp"
#include "reproduce/abts/founding_experiment.hpp"
#include "results/run_outcome.hpp"
#include "results/run_result.hpp"

namespace ebb::inline reproduce {
namespace {

constexpr std::array targets{25, 50, 75};
constexpr std::array reactivations_ns{100, 1000, 10'000, 100'000};

constexpr std::string_view why =
    "mean of packets, source queue included: the paper says \"mean network latency\"; it follows the sizes "
    "of packets and messages, which the paper leaves open: docs/results/reproduction-simulated.md";

/// The delay added compared with a run at full speed. The paper's figures are compared with that of packets,
/// which its network carries.
double packets_us(const RunResult& run, const RunResult& full) {
  return mean_packet_us(run) - mean_packet_us(full);
}
double messages_us(const RunResult& run, const RunResult& full) {
  return mean_message_us(run) - mean_message_us(full);
}

/// Adds a figure of one run that the paper does not print; `id` and `what` are without the workload.
void add_latency(Rows& rows, const FoundingWorkload& w, std::string_view id, std::string_view what,
                 double later_us, std::string note = "") {
  rows.add_unprinted(fmt::format("{}.{}", w.id, id),
                     fmt::format("{}, {} later than at full speed", w.name, what), "us", later_us,
                     std::move(note));
}

/// With long reactivation, a network with these buffers may saturate and has no latency to report.
std::string load_note(const RunResult& run) {
  return fmt::format("the run's verdict: {}, it carried {:.0f} % of the offered load",
                     name_of(run.statistics.verdict), kept_up_percent(run));
}

/// The same for a run that is not steady; empty for one that is.
std::string note_if_unsteady(const RunResult& run) {
  const Verdict verdict = run.statistics.verdict;
  return verdict == Verdict::steady || verdict == Verdict::finished ? "" : load_note(run);
}

/// The paper's statements on latency hold only for a network that carries its load. We read "approaches 1 ms"
/// as near 1 ms and "several milliseconds" as more than two.
Words carried(double above_us, double below_us, const RunResult& run) {
  return {.above = above_us, .below = below_us, .also = keeps_up(run), .also_what = "90 % is carried"};
}

/// With epochs of a millisecond, channels need several to come down from full speed, and more for the
/// measurement. With epochs of 100 us, half of that time is enough.
Variant for_reactivation(const FoundingWorkload& w, int nanoseconds, std::vector<std::string> settings) {
  if (nanoseconds < 10'000) return {w, std::move(settings)};
  const int milliseconds = nanoseconds < 100'000 ? 12 : 24;
  return {w, std::move(settings), milliseconds, milliseconds * 250};
}

/// Packets whose serialisation at the slowest rate lasts longer than an epoch: a possible cause of most of
/// the paper's latency. Buffers hold eight of them; with two, the network no longer carries its load.
std::vector<std::string> with_large_packets(std::vector<std::string> settings) {
  for (const char* large : {"host.packet=16KiB", "switch.input_buffer=128KiB", "switch.output_queue=128KiB"})
    settings.emplace_back(large);
  return settings;
}

/// Latency of link pairs at each target; `of` has the runs at full speed and at the targets.
void add_targets(Rows& rows, const FoundingWorkload& w, const RunResult* of) {
  for (std::size_t at = 0; at < targets.size(); ++at) {
    const std::string id = fmt::format("paired_{}", targets[at]),
                      what = fmt::format("link pairs, target {} %:", targets[at]);
    const double packets = packets_us(of[at + 1], of[0]);
    const std::string unsteady = note_if_unsteady(of[at + 1]);
    if (targets[at] == 50)
      rows.add_statement(fmt::format("{}.{}_us", w.id, id), packets,
                         {.above = 10, .below = 50, .printed = true},
                         fmt::format("{}{}{}", unsteady, unsteady.empty() ? "" : "; ", why));
    else
      add_latency(rows, w, id + "_us", what + " packets", packets, unsteady);
    add_latency(rows, w, id + "_messages_us", what + " messages", messages_us(of[at + 1], of[0]));
  }
}

/// The greatest power of the runs at the targets less the least.
double power_range(const RunResult* of, double (*power_percent)(const RunResult&)) {
  double least = 100, most = 0;
  for (std::size_t run = 1; run <= targets.size(); ++run) {
    least = std::min(least, power_percent(of[run]));
    most = std::max(most, power_percent(of[run]));
  }
  return most - least;
}

/// Power of link pairs between the targets, from the same runs. The paper reports power "given the data from
/// Figure 5", the measured chip (4.2.1), and names ideal channels where it assumes them.
void add_power_range(Rows& rows, const FoundingWorkload& w, const RunResult* of) {
  rows.add_statement(fmt::format("{}.power_range_points", w.id), power_range(of, measured_power_percent),
                     {.below = 100 * alike_share},
                     "of the measured chip, by which the paper reports power; it does not show this one");
  rows.add_unprinted(fmt::format("{}.ideal_power_range_points", w.id),
                     fmt::format("{}, ideal link pairs: power between targets of 25, 50 and 75 %", w.name),
                     "points", power_range(of, ideal_power_percent));
}

}  // namespace

Problems reproduce_abts_fig9a(Rows& rows, const Effort& effort) {
  std::vector<Variant> variants;
  for (const FoundingWorkload& w : founding_workloads) {
    variants.push_back({w, {}});
    for (const int target : targets) variants.push_back({w, heuristic(true, target)});
    variants.push_back({w, heuristic(false)});
    for (const auto& settings : {std::vector<std::string>{}, heuristic(true), heuristic(false)})
      variants.push_back({w, with_large_packets(settings)});
  }
  auto results = run_variants(variants, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < founding_workloads.size(); ++i) {
    const FoundingWorkload& w = founding_workloads[i];
    const RunResult *of = &(*results)[8 * i], &full = of[0], *large = of + 5;
    add_targets(rows, w, of);
    rows.add(fmt::format("{}.independent_50_us", w.id), packets_us(of[4], full), why);
    add_latency(rows, w, "independent_50_messages_us", "independent channels, target 50 %: messages",
                messages_us(of[4], full));
    if (i > 0) {
      const double ratio = packets_us(of[3], full) / packets_us(of[1], full);
      rows.add_statement(fmt::format("{}.latency_75_over_25", w.id), ratio, {.above = 1 + near_share}, why);
    }
    add_latency(rows, w, "paired_16k_us", "link pairs, target 50 %, packets of 16 KiB: packets",
                packets_us(large[1], large[0]));
    add_latency(rows, w, "independent_16k_us",
                "independent channels, target 50 %, packets of 16 KiB: packets",
                packets_us(large[2], large[0]));
    add_power_range(rows, w, of);
  }
  return {};
}

Problems reproduce_abts_fig9b(Rows& rows, const Effort& effort) {
  std::vector<Variant> variants;
  for (const FoundingWorkload& w : founding_workloads) {
    variants.push_back({w, {}});
    for (const int time : reactivations_ns)
      variants.push_back(for_reactivation(w, time, heuristic(true, 50, time)));
    variants.push_back(for_reactivation(w, reactivations_ns.back(), {}));
  }
  auto results = run_variants(variants, effort);
  if (!results) return results.problems();
  for (std::size_t i = 0; i < founding_workloads.size(); ++i) {
    const FoundingWorkload& w = founding_workloads[i];
    const RunResult *of = &(*results)[6 * i], &full = of[0], &long_full = of[5];
    for (const std::size_t at : {0, 1})
      add_latency(rows, w, fmt::format("{}_ns_us", reactivations_ns[at]),
                  fmt::format("{} ns: packets", reactivations_ns[at]), packets_us(of[at + 1], full),
                  note_if_unsteady(of[at + 1]));
    const double ten = packets_us(of[3], long_full), hundred = packets_us(of[4], long_full);
    rows.add_statement(fmt::format("{}.10000_ns_us", w.id), ten,
                       carried(1000 * (1 - near_share), 1000 * (1 + near_share), of[3]), load_note(of[3]));
    rows.add_statement(fmt::format("{}.100000_ns_us", w.id), hundred, carried(2000, 10'000, of[4]),
                       load_note(of[4]));
    for (std::size_t at = 0; at < reactivations_ns.size(); ++at)
      add_latency(rows, w, fmt::format("{}_ns_messages_us", reactivations_ns[at]),
                  fmt::format("{} ns: messages", reactivations_ns[at]),
                  messages_us(of[at + 1], at < 2 ? full : long_full));
    const double lost = ideal_power_percent(of[4]) - ideal_power_percent(of[2]);
    const bool uniform = i == 0;
    rows.add_statement(
        fmt::format("{}.power_100000_ns", w.id), uniform ? ideal_power_percent(of[4]) : lost,
        uniform ? Words{.above = 100 * (1 - alike_share)} : Words{.above = 2, .below = 5, .printed = true},
        "ideal channels, link pairs");
  }
  return {};
}

}  // namespace ebb::inline reproduce
