// What channels wanted at a moment: the last decisions before it, and the next ones after it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/channel_names.hpp"
#include "report/decision_text.hpp"
#include "report/number_text.hpp"
#include "report/why_report.hpp"
#include "report/wrapped_text.hpp"

namespace ebb::inline report {
namespace {

/// Of one channel.
struct Wish {
  std::optional<DecisionRecord> last, next;  ///< before or at the moment, and after it
};
using Wishes = std::map<std::uint32_t, Wish>;

/// Of these channels, and of those in the other direction.
Wishes wishes_at(const DecisionFile& file, const std::vector<std::uint32_t>& channels, Picoseconds moment) {
  Wishes wishes;
  for (const std::uint32_t c : channels) wishes[c], wishes[file.about().channels[c].back];
  file.for_each([&](const DecisionRecord& r) {
    const auto wish = wishes.find(r.channel);
    if (wish == wishes.end()) return;
    if (r.at <= moment)
      wish->second.last = r;
    else if (!wish->second.next)
      wish->second.next = r;
  });
  return wishes;
}

std::uint8_t rung_of(const DecisionsAbout& about, const Wish& wish) {
  return wish.last ? wish.last->to : about.first_rung;
}

std::string since_text(const Wish& wish) {
  return wish.last ? "since " + moment_text(wish.last->at) : "since the start";
}

std::string wish_text(const DecisionsAbout& about, const Wish& own, const Wish& other) {
  const auto rate = [&](const Wish& w) { return rate_text(about.ladder[rung_of(about, w)]); };
  std::string out = wrapped("  ", fmt::format("wants {} {}", rate(own), since_text(own)), 4);
  if (own.last) {
    out += wrapped("    ", fmt::format("{}, {}", change_text(about, *own.last), own.last->why), 4);
    out += wrapped("    ", observation_pieces(*own.last), 4);
  }
  if (about.paired) {
    out += wrapped("  ", fmt::format("the other direction wants {} {}", rate(other), since_text(other)), 4);
    const std::uint8_t both = std::max(rung_of(about, own), rung_of(about, other));
    out += wrapped("  ", fmt::format("paired: both directions get {}", rate_text(about.ladder[both])), 4);
  }
  if (own.next)
    out += wrapped("  ",
                   fmt::format("next at {}: {}, {}", moment_text(own.next->at), change_text(about, *own.next),
                               own.next->why),
                   4);
  return out;
}

std::string moment_as_text(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                           const Wishes& wishes, Picoseconds moment, std::uint64_t most) {
  const DecisionsAbout& about = file.about();
  std::string out = fmt::format("at {}\n", moment_text(moment));
  for (std::size_t i = 0; i < std::min<std::uint64_t>(most, channels.size()); ++i) {
    const ChannelEnds& ends = about.channels[channels[i]];
    out += fmt::format("channel {}: {}\n", channels[i], channel_name(ends));
    out += wish_text(about, wishes.at(channels[i]), wishes.at(ends.back));
  }
  if (channels.size() > most)
    out += fmt::format("{} more; --limit says how many are shown\n",
                       grouped(static_cast<std::int64_t>(channels.size() - most)));
  out += wrapped("",
                 "A channel gets the rate that it wants once the other end knows, what is on the wire has "
                 "left, and the change's time is over.",
                 0);
  return out;
}

Table moment_table(const DecisionFile& file, const std::vector<std::uint32_t>& channels, const Wishes& wishes,
                   Picoseconds moment, std::uint64_t most) {
  const DecisionsAbout& about = file.about();
  Table table{.title = fmt::format("at {}", moment_text(moment)),
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
    table.add({channels[i], begin_name(ends), end_name(ends), about.ladder[rung_of(about, own)].gbps(),
               own.last ? Cell(own.last->at.v) : Cell(0), own.last ? Cell(own.last->why) : Cell(),
               about.ladder[rung_of(about, other)].gbps()});
  }
  return table;
}

}  // namespace

std::string render_moment(const DecisionFile& file, const std::vector<std::uint32_t>& channels,
                          Picoseconds moment, std::uint64_t most, Format format) {
  const Wishes wishes = wishes_at(file, channels, moment);
  if (format == Format::text) return moment_as_text(file, channels, wishes, moment, most);
  return render(moment_table(file, channels, wishes, moment, most), format);
}

std::string render_rates(const DecisionFile& file, Picoseconds moment, Format format) {
  const DecisionsAbout& about = file.about();
  std::vector<std::uint8_t> wanted(about.channels.size(), about.first_rung);
  file.for_each([&](const DecisionRecord& r) {
    if (r.at <= moment) wanted[r.channel] = r.to;
  });
  Table table{.title = fmt::format("what the channels want at {}", moment_text(moment)),
              .columns = {{"rate_gbps", "rate", "Gb/s"}, {"channels", "channels"}},
              .rows = {}};
  for (std::size_t rung = 0; rung < about.ladder.size(); ++rung)
    table.add({about.ladder[rung].gbps(),
               static_cast<std::int64_t>(std::count(wanted.begin(), wanted.end(), rung))});
  return render(table, format);
}

}  // namespace ebb::inline report
