#include "tasks/traffic/record_task.hpp"

#include "base/problem.hpp"
#include "experiment/read/traffic_input.hpp"
#include "traffic/job/rehearsal.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/trace/trace_writer.hpp"

namespace ebb::inline tasks {

Result<TraceOutcome> record_trace(const TraceRecordOptions& options) {
  const TraceTarget& target = options.target;
  if (Problems problems = target.check(); !problems.empty()) return problems;
  const auto input = read_traffic_input(options.file, options.settings);
  if (!input) return input.problems();
  const TrafficInput& in = **input;
  const Picoseconds time = options.time.value_or(in.most_time);
  TraceWriter writer(target.out, target.existing());
  if (Problems problems = rehearse(*in.traffic, in.network, in.cutting, in.seed, time,
                                   [&](const SentMessage& m) { writer.add(m); });
      !problems.empty())
    return TraceOutcome{.failure = std::move(problems)};
  const auto totals = writer.finish(in.network.hosts, time);
  if (!totals) return TraceOutcome{.failure = totals.problems()};
  return written_trace(target.out);
}

}  // namespace ebb::inline tasks
