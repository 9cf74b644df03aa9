// The requested levels of channels at a time: the last decisions before it, and the next ones after it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "report/decisions/agent_clock.hpp"
#include "report/decisions/decision_text.hpp"
#include "report/decisions/why_report.hpp"
#include "report/document/number_text.hpp"
#include "report/document/wrapped_text.hpp"
#include "report/network/channel_names.hpp"
#include "results/cell.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {
namespace {

/// The time covered by a file: all of the run, or up to its last decision if later ones were not kept.
class RecordedTime {
 public:
  explicit RecordedTime(const DecisionFile& file)
      : about_(file.about()), cut_(file.end().decisions.beyond > 0) {}

  /// Decisions come by time, then by channel.
  void pass(const DecisionRecord& r) { last_ = r.at, channel_ = r.channel; }
  bool is_cut() const { return cut_; }
  bool knows(std::uint32_t channel, Picoseconds moment) const {
    return !cut_ || moment < last_ || (moment == last_ && channel <= channel_);
  }
  bool knows_all(Picoseconds moment) const { return !cut_ || moment < last_; }
  std::string text() const { return fmt::format("not known after {}", moment_of(about_, last_)); }

 private:
  const DecisionsAbout& about_;
  bool cut_;
  Picoseconds last_{};
  std::uint32_t channel_ = 0;
};

constexpr const char* why_not_known =
    "The run made more decisions than the file has room for: the later ones are only counted. Run it again "
    "with a larger --decisions-limit.";

/// The requested level of one channel.
struct RequestedLevel {
  std::optional<DecisionRecord> last, next;  ///< at or before the time, and after it
  bool known = true;                         ///< false: decisions before the time were not kept
};
using Requests = std::map<std::uint32_t, RequestedLevel>;

/// The requested levels of these channels, and of those in the other direction.
Requests requests_at(const DecisionFile& file, const std::vector<std::uint32_t>& channels, Picoseconds moment,
                     RecordedTime& recorded) {
  Requests requests;
  for (const std::uint32_t c : channels) requests[c], requests[file.about().channels[c].back];
  file.for_each([&](const DecisionRecord& r) {
    recorded.pass(r);
    const auto requested = requests.find(r.channel);
    if (requested == requests.end()) return;
    if (r.at <= moment)
      requested->second.last = r;
    else if (!requested->second.next)
      requested->second.next = r;
  });
  for (auto& [channel, requested] : requests) requested.known = recorded.knows(channel, moment);
  return requests;
}

std::uint8_t level_of(const DecisionsAbout& about, const RequestedLevel& requested) {
  return requested.last ? requested.last->to : about.first_level;
}

/// "requests 20 Gb/s since 10 us"
std::string requested_text(const DecisionsAbout& about, const RequestedLevel& requested,
                           const RecordedTime& recorded) {
  if (!requested.known) return fmt::format("requested rate: {}", recorded.text());
  return fmt::format("requests {} {}", rate_text(about.levels[level_of(about, requested)]),
                     requested.last ? "since " + moment_of(about, requested.last->at) : "since the start");
}

/// Describes the agreed level of both directions of a paired cable.
std::string pair_text(const DecisionsAbout& about, const RequestedLevel& own, const RequestedLevel& other,
                      const RecordedTime& recorded) {
  if (!own.known || !other.known) return fmt::format("what both directions get is {}", recorded.text());
  const std::uint8_t both = std::max(level_of(about, own), level_of(about, other));
  return fmt::format("both directions get {}", rate_text(about.levels[both]));
}

/// Describes the last known decision, with the observation of the policy.
std::string last_text(const DecisionsAbout& about, const RequestedLevel& requested) {
  const DecisionRecord& last = *requested.last;
  const std::string before =
      requested.known ? "" : fmt::format("before that, at {}: ", moment_of(about, last.at));
  return wrapped("    ", fmt::format("{}{}, {}", before, change_text(about, last), last.why), 4) +
         wrapped("    ", observation_pieces(last), 4);
}

std::string next_text(const DecisionsAbout& about, const RequestedLevel& requested,
                      const RecordedTime& recorded) {
  if (requested.next)
    return fmt::format("next at {}: {}, {}", moment_of(about, requested.next->at),
                       change_text(about, *requested.next), requested.next->why);
  return requested.known && recorded.is_cut() ? fmt::format("next: {}", recorded.text()) : "";
}

/// True when a channel with off requested must stay on: a cable is off in both directions or in none.
bool stays_for_other(const DecisionsAbout& about, const RequestedLevel& own, const RequestedLevel& other) {
  const auto off = [&](const RequestedLevel& w) { return about.levels[level_of(about, w)].v == 0; };
  return !about.paired && own.known && other.known && off(own) && !off(other);
}

std::string request_text(const DecisionsAbout& about, const RequestedLevel& own, const RequestedLevel& other,
                         const RecordedTime& recorded) {
  std::string out = wrapped("  ", requested_text(about, own, recorded), 4);
  if (own.last) out += last_text(about, own);
  if (about.paired) {
    out += wrapped("  ", "the other direction " + requested_text(about, other, recorded), 4);
    out += wrapped("  ", "paired: " + pair_text(about, own, other, recorded), 4);
  }
  if (stays_for_other(about, own, other))
    out += wrapped(
        "  ", "the other direction " + requested_text(about, other, recorded) + ", so the cable stays on", 4);
  if (const std::string next = next_text(about, own, recorded); !next.empty()) out += wrapped("  ", next, 4);
  return out;
}

std::string moment_as_text(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                           const Requests& requests, Picoseconds moment, std::uint64_t most,
                           const RecordedTime& recorded) {
  const DecisionsAbout& about = file.about();
  std::string out = fmt::format("at {}\n", moment_of(about, moment));
  for (std::size_t i = 0; i < std::min<std::uint64_t>(most, channels.size()); ++i) {
    const ChannelEnds& ends = about.channels[channels[i]];
    out += fmt::format("channel {}: {}\n", channels[i], channel_name(ends));
    out += request_text(about, requests.at(channels[i]), requests.at(ends.back), recorded);
  }
  if (channels.size() > most)
    out += fmt::format("{} more; --limit says how many are shown\n",
                       grouped(static_cast<std::int64_t>(channels.size() - most)));
  out +=
      wrapped("",
              "A requested rate takes effect when the other end knows it, what is on the wire has left, and "
              "the transition time is over.",
              0);
  if (recorded.is_cut()) out += wrapped("", why_not_known, 0);
  return out;
}

Table moment_table(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                   const Requests& requests, Picoseconds moment, std::uint64_t most) {
  const DecisionsAbout& about = file.about();
  Table table{.title = fmt::format("at {}", moment_of(about, moment)),
              .columns = {{"channel", "channel"},
                          {"from", "from"},
                          {"to", "to"},
                          {"requested_gbps", "requested", "Gb/s"},
                          {"since_ps", "since", "ps"},
                          {"why", "why"},
                          {"other_direction_gbps", "other direction", "Gb/s"}},
              .rows = {}};
  for (std::size_t i = 0; i < std::min<std::uint64_t>(most, channels.size()); ++i) {
    const ChannelEnds& ends = about.channels[channels[i]];
    const RequestedLevel &own = requests.at(channels[i]), &other = requests.at(ends.back);
    const auto wanted = [&](const RequestedLevel& w) {
      return w.known ? Cell(about.levels[level_of(about, w)].gbps()) : Cell();
    };
    const std::int64_t since = own.last ? own.last->at.v : 0;
    table.add({channels[i], begin_name(ends), end_name(ends), wanted(own), own.known ? Cell(since) : Cell(),
               own.known && own.last ? Cell(own.last->why) : Cell(), wanted(other)});
  }
  return table;
}

}  // namespace

std::string render_moment(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                          Picoseconds moment, std::uint64_t most, Format format) {
  RecordedTime recorded(file);
  const Requests requests = requests_at(file, channels, moment, recorded);
  if (format == Format::text) return moment_as_text(file, channels, requests, moment, most, recorded);
  return render(moment_table(file, channels, requests, moment, most), format);
}

std::string render_rates(const DecisionFile& file, Picoseconds moment, Format format) {
  const DecisionsAbout& about = file.about();
  std::vector<std::uint8_t> wanted(about.channels.size(), about.first_level);
  RecordedTime recorded(file);
  file.for_each([&](const DecisionRecord& r) {
    recorded.pass(r);
    if (r.at <= moment) wanted[r.channel] = r.to;
  });
  const bool known = recorded.knows_all(moment);
  Table table{.title = fmt::format("rates that channels request at {}{}", moment_of(about, moment),
                                   known ? "" : ": " + recorded.text()),
              .columns = {{"rate_gbps", "rate", "Gb/s"}, {"channels", "channels"}},
              .rows = {}};
  for (std::size_t level = 0; level < about.levels.size(); ++level)
    table.add(
        {about.levels[level].gbps(),
         known ? Cell(static_cast<std::int64_t>(std::count(wanted.begin(), wanted.end(), level))) : Cell()});
  if (format != Format::text || known) return render(table, format);
  return render(table, format) + wrapped("", why_not_known, 0);
}

}  // namespace ebb::inline report
