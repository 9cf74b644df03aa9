#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/rounded_time.hpp"
#include "report/decisions/decision_agreement.hpp"
#include "report/decisions/decision_text.hpp"
#include "report/document/wrapped_text.hpp"
#include "report/network/channel_names.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

std::string name_of_channel(const DecisionFile& file, std::uint32_t channel) {
  return channel_name(file.about().channels[channel]);
}

std::string decisions_text(const Agreement& a) {
  std::string out = fmt::format("{} of {} were made by both, within {} of each other", a.both, a.moves,
                                rounded_text(a.tolerance));
  if (a.both > 0)
    out += fmt::format("; ours came {} {} on average", rounded_text({std::abs(a.lag.v)}),
                       a.lag.v < 0 ? "earlier" : "later");
  return out;
}

/// Describes where the shown channels diverge, each with the observations of both.
std::string parting_text(const Agreement& a, const DecisionFile& ours, std::uint64_t most) {
  std::string out;
  for (std::size_t i = 0; i < a.channels.size() && i < most; ++i)
    if (const ChannelAgreement& channel = a.channels[i]; channel.only_ours || channel.only_theirs)
      out += wrapped(name_of_channel(ours, channel.channel) + ": ", channel.why(), 4);
  return out.empty() ? "" : "\nfirst differences\n" + out;
}

}  // namespace

NamedLines agreement_heading(const Agreement& a, const DecisionFile& ours, const DecisionFile& theirs) {
  NamedLines lines;
  lines.add("ours", fmt::format("{}: of {}, {}", ours.name(), ours.about().run, ours.about().program));
  lines.add("theirs",
            fmt::format("{}: of {}, {}", theirs.name(), theirs.about().run, theirs.about().program));
  lines.add("policy", ours.about().policy == theirs.about().policy
                          ? ours.about().policy
                          : fmt::format("ours {}; theirs {}", ours.about().policy, theirs.about().policy));
  lines.add("evaluated", ours.about().epoch == theirs.about().epoch
                             ? fmt::format("every {}", rounded_text(ours.about().epoch))
                             : fmt::format("ours every {}, theirs every {}", rounded_text(ours.about().epoch),
                                           rounded_text(theirs.about().epoch)));
  lines.add("time", fmt::format("{} that both cover", rounded_text(a.time)));
  lines.add("in state",
            fmt::format("{:.1f} points apart on average over {} channels, {:.1f} at most",
                        a.mean_points_apart(), a.channels.size() + a.still, a.most_points_apart()));
  if (a.left_out > 0)
    lines.add("left out",
              fmt::format("{} channels that leave hosts: one of the two drives none of them", a.left_out));
  lines.add("decisions", decisions_text(a));
  return lines;
}

Table agreement_table(const Agreement& a, const DecisionFile& ours, std::uint64_t most, bool with_why) {
  Table table{.title = "channels that moved, the farthest apart first",
              .columns = {{"channel", "channel"},
                          {"name", "from -> to"},
                          {"apart_points", "apart", "points"},
                          {"our_decisions", "our decisions"},
                          {"their_decisions", "theirs"},
                          {"common_decisions", "common"}},
              .rows = {}};
  if (with_why) table.columns.push_back({"why", "where they part"});
  for (const ChannelAgreement& channel : a.channels) {
    if (table.rows.size() == most) break;
    std::vector<Cell> row{channel.channel,
                          name_of_channel(ours, channel.channel),
                          channel.points_apart(a.time),
                          static_cast<std::int64_t>(channel.our_moves),
                          static_cast<std::int64_t>(channel.their_moves),
                          static_cast<std::int64_t>(channel.both)};
    if (with_why) row.emplace_back(channel.why());
    table.add(std::move(row));
  }
  return table;
}

std::string render_agreement(const Agreement& agreement, const DecisionFile& ours, const DecisionFile& theirs,
                             std::uint64_t most_channels, Format format) {
  const Table channels = agreement_table(agreement, ours, most_channels, format != Format::text);
  if (format == Format::csv) return to_csv(channels);
  if (format == Format::markdown) return to_markdown(channels);
  if (format == Format::text) {
    std::string out;
    for (const NamedLine& line : agreement_heading(agreement, ours, theirs).lines)
      out += head_line(line.name, line.text);
    if (!channels.rows.empty()) out += "\n" + to_text(channels);
    return out + parting_text(agreement, ours, most_channels);
  }
  return json_text({{"ours", ours.name()},
                    {"theirs", theirs.name()},
                    {"time_ps", agreement.time.v},
                    {"mean_apart_points", agreement.mean_points_apart()},
                    {"most_apart_points", agreement.most_points_apart()},
                    {"decisions", agreement.moves},
                    {"common_decisions", agreement.both},
                    {"tolerance_ps", agreement.tolerance.v},
                    {"lag_ps", agreement.lag.v},
                    {"still_channels", agreement.still},
                    {"left_out_channels", agreement.left_out},
                    {"channels", json_rows(channels)}});
}

}  // namespace ebb::inline report
