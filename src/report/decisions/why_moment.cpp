// What channels wanted at a moment: the last decisions before it, and the next ones after it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/decisions/agent_clock.hpp"
#include "report/network/channel_names.hpp"
#include "report/decisions/decision_text.hpp"
#include "report/document/number_text.hpp"
#include "report/decisions/why_report.hpp"
#include "report/document/wrapped_text.hpp"

namespace ebb::inline report {
namespace {

/// Says what a file can tell: all, or everything up to its last decision if later ones were not kept.
class Horizon {
 public:
  explicit Horizon(const DecisionFile& file) : about_(file.about()), cut_(file.end().decisions.beyond > 0) {}

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

/// What one channel wants.
struct Wish {
  std::optional<DecisionRecord> last, next;  ///< before or at the moment, and after it
  bool known = true;                         ///< false: decisions before the moment were not kept
};
using Wishes = std::map<std::uint32_t, Wish>;

/// The wishes of these channels, and of those in the other direction.
Wishes wishes_at(const DecisionFile& file, const std::vector<std::uint32_t>& channels, Picoseconds moment,
                 Horizon& horizon) {
  Wishes wishes;
  for (const std::uint32_t c : channels) wishes[c], wishes[file.about().channels[c].back];
  file.for_each([&](const DecisionRecord& r) {
    horizon.pass(r);
    const auto wish = wishes.find(r.channel);
    if (wish == wishes.end()) return;
    if (r.at <= moment)
      wish->second.last = r;
    else if (!wish->second.next)
      wish->second.next = r;
  });
  for (auto& [channel, wish] : wishes) wish.known = horizon.knows(channel, moment);
  return wishes;
}

std::uint8_t rung_of(const DecisionsAbout& about, const Wish& wish) {
  return wish.last ? wish.last->to : about.first_rung;
}

/// "wants 20 Gb/s since 10.000 us"
std::string wants_text(const DecisionsAbout& about, const Wish& wish, const Horizon& horizon) {
  if (!wish.known) return fmt::format("wants: {}", horizon.text());
  return fmt::format("wants {} {}", rate_text(about.ladder[rung_of(about, wish)]),
                     wish.last ? "since " + moment_of(about, wish.last->at) : "since the start");
}

/// What both directions of a paired cable get.
std::string pair_text(const DecisionsAbout& about, const Wish& own, const Wish& other,
                      const Horizon& horizon) {
  if (!own.known || !other.known) return fmt::format("what both directions get is {}", horizon.text());
  const std::uint8_t both = std::max(rung_of(about, own), rung_of(about, other));
  return fmt::format("both directions get {}", rate_text(about.ladder[both]));
}

/// The last decision that is known, with what the policy was shown.
std::string last_text(const DecisionsAbout& about, const Wish& wish) {
  const DecisionRecord& last = *wish.last;
  const std::string before = wish.known ? "" : fmt::format("before that, at {}: ", moment_of(about, last.at));
  return wrapped("    ", fmt::format("{}{}, {}", before, change_text(about, last), last.why), 4) +
         wrapped("    ", observation_pieces(last), 4);
}

std::string next_text(const DecisionsAbout& about, const Wish& wish, const Horizon& horizon) {
  if (wish.next)
    return fmt::format("next at {}: {}, {}", moment_of(about, wish.next->at), change_text(about, *wish.next),
                       wish.next->why);
  return wish.known && horizon.is_cut() ? fmt::format("next: {}", horizon.text()) : "";
}

/// Says whether a channel that wants to be off has to stay on: a cable is off in both directions or in none.
bool stays_for_other(const DecisionsAbout& about, const Wish& own, const Wish& other) {
  const auto off = [&](const Wish& w) { return about.ladder[rung_of(about, w)].v == 0; };
  return !about.paired && own.known && other.known && off(own) && !off(other);
}

std::string wish_text(const DecisionsAbout& about, const Wish& own, const Wish& other,
                      const Horizon& horizon) {
  std::string out = wrapped("  ", wants_text(about, own, horizon), 4);
  if (own.last) out += last_text(about, own);
  if (about.paired) {
    out += wrapped("  ", "the other direction " + wants_text(about, other, horizon), 4);
    out += wrapped("  ", "paired: " + pair_text(about, own, other, horizon), 4);
  }
  if (stays_for_other(about, own, other))
    out += wrapped("  ",
                   "the other direction " + wants_text(about, other, horizon) + ", so the cable stays on", 4);
  if (const std::string next = next_text(about, own, horizon); !next.empty()) out += wrapped("  ", next, 4);
  return out;
}

std::string moment_as_text(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                           const Wishes& wishes, Picoseconds moment, std::uint64_t most,
                           const Horizon& horizon) {
  const DecisionsAbout& about = file.about();
  std::string out = fmt::format("at {}\n", moment_of(about, moment));
  for (std::size_t i = 0; i < std::min<std::uint64_t>(most, channels.size()); ++i) {
    const ChannelEnds& ends = about.channels[channels[i]];
    out += fmt::format("channel {}: {}\n", channels[i], channel_name(ends));
    out += wish_text(about, wishes.at(channels[i]), wishes.at(ends.back), horizon);
  }
  if (channels.size() > most)
    out += fmt::format("{} more; --limit says how many are shown\n",
                       grouped(static_cast<std::int64_t>(channels.size() - most)));
  out += wrapped("",
                 "A channel gets the rate that it wants once the other end knows, what is on the wire has "
                 "left, and the change's time is over.",
                 0);
  if (horizon.is_cut()) out += wrapped("", why_not_known, 0);
  return out;
}

Table moment_table(const DecisionFile& file, const std::vector<std::uint32_t>& channels, const Wishes& wishes,
                   Picoseconds moment, std::uint64_t most) {
  const DecisionsAbout& about = file.about();
  Table table{.title = fmt::format("at {}", moment_of(about, moment)),
              .columns = {{"channel", "channel"},
                          {"from", "from"},
                          {"to", "to"},
                          {"wanted_gbps", "wanted", "Gb/s"},
                          {"since_ps", "since", "ps"},
                          {"why", "why"},
                          {"other_direction_gbps", "other direction", "Gb/s"}},
              .rows = {}};
  for (std::size_t i = 0; i < std::min<std::uint64_t>(most, channels.size()); ++i) {
    const ChannelEnds& ends = about.channels[channels[i]];
    const Wish &own = wishes.at(channels[i]), &other = wishes.at(ends.back);
    const auto wanted = [&](const Wish& w) {
      return w.known ? Cell(about.ladder[rung_of(about, w)].gbps()) : Cell();
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
  Horizon horizon(file);
  const Wishes wishes = wishes_at(file, channels, moment, horizon);
  if (format == Format::text) return moment_as_text(file, channels, wishes, moment, most, horizon);
  return render(moment_table(file, channels, wishes, moment, most), format);
}

std::string render_rates(const DecisionFile& file, Picoseconds moment, Format format) {
  const DecisionsAbout& about = file.about();
  std::vector<std::uint8_t> wanted(about.channels.size(), about.first_rung);
  Horizon horizon(file);
  file.for_each([&](const DecisionRecord& r) {
    horizon.pass(r);
    if (r.at <= moment) wanted[r.channel] = r.to;
  });
  const bool known = horizon.knows_all(moment);
  Table table{.title = fmt::format("what the channels want at {}{}", moment_of(about, moment),
                                   known ? "" : ": " + horizon.text()),
              .columns = {{"rate_gbps", "rate", "Gb/s"}, {"channels", "channels"}},
              .rows = {}};
  for (std::size_t rung = 0; rung < about.ladder.size(); ++rung)
    table.add(
        {about.ladder[rung].gbps(),
         known ? Cell(static_cast<std::int64_t>(std::count(wanted.begin(), wanted.end(), rung))) : Cell()});
  if (format != Format::text || known) return render(table, format);
  return render(table, format) + wrapped("", why_not_known, 0);
}

}  // namespace ebb::inline report
