#include "report/decisions/decision_text.hpp"

#include <fmt/format.h>

#include "base/rounded_time.hpp"
#include "report/document/number_text.hpp"
#include "report/network/channel_names.hpp"

namespace ebb::inline report {
namespace {

/// Divided, because 950 millions times 1e-9 is 0.9500000000000001.
double gbps_of(BitsPerSecond rate) { return static_cast<double>(rate.v) / 1e9; }

}  // namespace

std::string rate_text(BitsPerSecond rate) {
  return rate.v == 0 ? "off" : fmt::format("{} Gb/s", gbps_of(rate));
}

std::string change_text(const DecisionsAbout& about, const DecisionRecord& record) {
  const BitsPerSecond from = about.rate_at(record.channel, record.from),
                      to = about.rate_at(record.channel, record.to);
  return fmt::format("{} -> {}", from.v && to.v ? fmt::format("{}", gbps_of(from)) : rate_text(from),
                     rate_text(to));
}

std::vector<std::string> observation_pieces(const DecisionRecord& r) {
  return {fmt::format("evaluated by {}:", r.cause), fmt::format("{:.1f} % busy", 100 * r.utilisation),
          fmt::format("and {} B sent in {},", grouped(r.sent.v), rounded_text(r.since)),
          r.queued ? fmt::format("{} B queued,", grouped(r.queued->v)) : "queue not known,",
          fmt::format("idle for {}", rounded_text(r.idle_for))};
}

Table decision_table(std::string title) {
  return {.title = std::move(title),
          .columns = {{"at_ps", "at", "ps"},
                      {"channel", "channel"},
                      {"from", "from"},
                      {"to", "to"},
                      {"before_gbps", "before", "Gb/s"},
                      {"requested_gbps", "requested", "Gb/s"},
                      {"why", "why"},
                      {"evaluated_by", "evaluated by"},
                      {"utilisation", "busy share"},
                      {"since_ps", "since", "ps"},
                      {"sent_bytes", "sent", "B"},
                      {"queued_bytes", "queued", "B"},
                      {"idle_ps", "idle", "ps"}},
          .rows = {}};
}

std::vector<Cell> decision_row(const DecisionsAbout& about, const DecisionRecord& r) {
  const ChannelEnds& ends = about.channels[r.channel];
  return {r.at.v,
          r.channel,
          begin_name(ends),
          end_name(ends),
          gbps_of(about.rate_at(r.channel, r.from)),
          gbps_of(about.rate_at(r.channel, r.to)),
          r.why,
          r.cause,
          r.utilisation,
          r.since.v,
          r.sent.v,
          r.queued ? Cell(r.queued->v) : Cell(),
          r.idle_for.v};
}

}  // namespace ebb::inline report
