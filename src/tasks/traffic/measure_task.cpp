#include "tasks/traffic/measure_task.hpp"

#include "experiment/read/traffic_input.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/traffic_measure.hpp"

namespace ebb::inline tasks {

Result<MeasuredTraffic> measure_traffic(const MeasureOptions& options) {
  const auto input = read_traffic_input(options.file, options.settings);
  if (!input) return input.problems();
  const TrafficInput& in = **input;
  TrafficMeasure measure(in.network, in.cutting, in.seed, options.time);
  Problems failure = rehearse(*in.traffic, in.network, in.cutting, in.seed, options.time,
                              [&](const SentMessage& m) { measure.add(m); });
  return MeasuredTraffic{in.about, measure.figures(), std::move(failure)};
}

}  // namespace ebb::inline tasks
