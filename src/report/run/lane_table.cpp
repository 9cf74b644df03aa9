#include "report/run/lane_table.hpp"

#include <fmt/format.h>

#include "base/rounded_time.hpp"
#include "base/units.hpp"
#include "report/document/number_text.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

/// Empty where nothing was delivered: no latency is not the latency 0.
Cell mean_us(const LaneResult& lane, double ps) { return lane.packets > 0 ? Cell(ps / 1e6) : Cell(); }

}  // namespace

std::vector<Column> lane_columns() {
  return {{"lane", "lane"},
          {"packets", "packets", "", Align::right},
          {"share_percent", "share of bytes", "%", Align::right, 2},
          {"network_latency_us", "network latency", "us", Align::right, 3},
          {"packet_latency_us", "packet latency", "us", Align::right, 3}};
}

Table lane_table(const RunResult& result) {
  Table table{.title = "lanes", .columns = lane_columns(), .rows = {}};
  double bytes = 0;
  for (const LaneResult& lane : result.lanes) bytes += static_cast<double>(lane.bytes);
  for (std::size_t i = 0; i < result.lanes.size(); ++i) {
    const LaneResult& lane = result.lanes[i];
    table.add({fmt::format("lane {}", i), static_cast<std::int64_t>(lane.packets),
               bytes > 0 ? Cell(static_cast<double>(lane.bytes) / bytes * 100) : Cell(),
               mean_us(lane, lane.network_mean_ps), mean_us(lane, lane.packet_mean_ps)});
  }
  return table;
}

nlohmann::ordered_json deadline_json(const DeadlineResult& d) {
  return {{"allowed_ps", d.allowed.v},
          {"in_time", d.in_time},
          {"late", d.late},
          {"unfinished", d.unfinished},
          {"missed_percent", 100 * d.missed_share()},
          {"missing_mean_us", d.missing_mean_ps / 1e6},
          {"missing_most_us", static_cast<double>(d.missing_most.v) / 1e6}};
}

std::string deadline_text(const PageJson& d) {
  const std::int64_t late = whole_at(d, "late"), unfinished = whole_at(d, "unfinished"),
                     missed = late + unfinished;
  const std::int64_t all = whole_at(d, "in_time") + missed;
  const std::string allowed = rounded_text(Picoseconds{whole_at(d, "allowed_ps")});
  if (all == 0) return "nothing was due";
  if (missed == 0) return fmt::format("all {} messages were whole within {}", grouped(all), allowed);
  const auto number = [&](const char* key) { return number_at(d, key).value_or(0); };
  return fmt::format(
      "{} of {} messages ({:.2f} %) missed theirs of {}: by {:.3f} us on average, {:.3f} us at most; {} of "
      "them were not sent when the run ended",
      grouped(missed), grouped(all), number("missed_percent"), allowed, number("missing_mean_us"),
      number("missing_most_us"), grouped(unfinished));
}

}  // namespace ebb::inline report
