#include "report/decisions/why_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/rounded_time.hpp"
#include "base/spelling.hpp"
#include "report/decisions/agent_clock.hpp"
#include "report/decisions/decision_text.hpp"
#include "report/document/number_text.hpp"
#include "report/document/wrapped_text.hpp"
#include "report/network/channel_names.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

std::string count_text(std::uint64_t number) { return grouped(static_cast<std::int64_t>(number)); }

std::string kept_text(const DecisionsEnd& end) {
  const auto& [kept, beyond] = end.decisions;
  if (beyond == 0)
    return fmt::format("{} that changed the requested rate, all in this file", count_text(kept));
  return fmt::format(
      "{} that changed the requested rate; the first {} are in this file, the others are only counted",
      count_text(kept + beyond), count_text(kept));
}

std::string heading(const DecisionFile& file) {
  const DecisionsAbout& about = file.about();
  const DecisionsEnd& end = file.end();
  std::vector<std::string> rates;
  for (const BitsPerSecond rate : about.levels) rates.push_back(rate_text(rate));
  std::string out = head_line("decisions", fmt::format("{}: of {}", file.name(), about.run));
  out += head_line("network", fmt::format("{}: {} channels{}", about.network,
                                          count_text(about.channels.size()), about.paired ? ", paired" : ""));
  out += head_line("policy", about.policy);
  out += head_line("rates", fmt::format("{}; at the start {}", fmt::join(rates, ", "),
                                        rate_text(about.levels[about.first_level])));
  // An agent uses wall-clock time, and it has no digest.
  const auto agent = agent_clock(about);
  const std::string length =
      agent ? fmt::format("{:.1f} s on the clock, counted from the agent's start", end.simulated.seconds())
            : rounded_text(end.simulated) + " simulated";
  out += head_line("time", fmt::format("{}{}, evaluated every {}", length,
                                       end.partial ? " (stopped early)" : "", rounded_text(about.epoch)));
  if (!agent) out += head_line("digest", fmt::format("{:016x}", end.digest));
  out += head_line("number", kept_text(end));
  return out;
}

Table reason_table(const DecisionsEnd& end) {
  Table table{.title = "reasons",
              .columns = {{"why", "reason"}, {"evaluations", "evaluations"}, {"changes", "changes"}},
              .rows = {}};
  for (const ReasonCount& r : end.reasons)
    table.add({r.why, static_cast<std::int64_t>(r.evaluations), static_cast<std::int64_t>(r.changes)});
  return table;
}

struct Moves {
  std::uint64_t decisions = 0, faster = 0, slower = 0;
};

/// Most decisions first, then by number.
Table channel_table(const DecisionFile& file, std::uint64_t most) {
  std::vector<Moves> moves(file.about().channels.size());
  file.for_each([&](const DecisionRecord& r) {
    Moves& of = moves[r.channel];
    ++of.decisions, of.faster += r.to > r.from, of.slower += r.to < r.from;
  });
  std::vector<std::uint32_t> order(moves.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return moves[a].decisions > moves[b].decisions; });
  Table table{.title = "channels that changed most",
              .columns = {{"channel", "channel"},
                          {"name", "from -> to"},
                          {"decisions", "decisions"},
                          {"faster", "faster"},
                          {"slower", "slower"}},
              .rows = {}};
  for (const std::uint32_t c : order) {
    if (table.rows.size() == most || moves[c].decisions == 0) break;
    table.add({c, channel_name(file.about().channels[c]), static_cast<std::int64_t>(moves[c].decisions),
               static_cast<std::int64_t>(moves[c].faster), static_cast<std::int64_t>(moves[c].slower)});
  }
  return table;
}

/// The wall-clock start of an agent; null for a simulation.
nlohmann::ordered_json began_json(const DecisionsAbout& about) {
  const auto clock = agent_clock(about);
  return clock && clock->began ? nlohmann::ordered_json(clock->text({})) : nullptr;
}

nlohmann::ordered_json head_json(const DecisionFile& file) {
  const DecisionsAbout& about = file.about();
  const DecisionsEnd& end = file.end();
  auto rates = nlohmann::ordered_json::array();
  for (const BitsPerSecond rate : about.levels) rates.push_back(rate.gbps());
  return {{"file", file.name()},
          {"run", about.run},
          {"began", began_json(about)},
          {"program", about.program},
          {"network", about.network},
          {"channels", about.channels.size()},
          {"paired", about.paired},
          {"policy", about.policy},
          {"epoch_ps", about.epoch.v},
          {"rates_gbps", rates},
          {"start_gbps", about.levels[about.first_level].gbps()},
          {"simulated_ps", end.simulated.v},
          {"partial", end.partial},
          {"digest", fmt::format("{:016x}", end.digest)},
          {"kept", end.decisions.kept},
          {"not_kept", end.decisions.beyond}};
}

/// The result of a search: the decisions to show, and the number found.
struct Found {
  std::vector<DecisionRecord> shown;
  std::uint64_t all = 0;
};

Found find(const DecisionFile& file, const DecisionQuery& query) {
  Found found;
  file.for_each([&](const DecisionRecord& r) {
    if (!query.matches(r)) return;
    if (found.all++ < query.most) found.shown.push_back(r);
  });
  return found;
}

/// Each line has the channel's name where there are several.
std::string history_text(const DecisionFile& file, const Found& found, bool one_channel) {
  std::string out;
  for (const DecisionRecord& r : found.shown) {
    const std::string name =
        one_channel ? "" : fmt::format("{}: ", channel_name(file.about().channels[r.channel]));
    const std::string moment = fmt::format("{:>16}  ", moment_of(file.about(), r.at));
    out += wrapped(moment, fmt::format("{}{}, {}", name, change_text(file.about(), r), r.why), 18);
    out += wrapped(std::string(18, ' '), observation_pieces(r), 18);
  }
  if (found.all == 0) out += "no decision of this file is among what was asked for\n";
  if (found.all > found.shown.size())
    out +=
        fmt::format("{} more; --limit says how many are shown\n", count_text(found.all - found.shown.size()));
  if (const auto& [kept, beyond] = file.end().decisions; beyond > 0)
    out += wrapped("", kept_text(file.end()), 0);
  return out;
}

}  // namespace

bool DecisionQuery::matches(const DecisionRecord& r) const {
  if (channels && !std::binary_search(channels->begin(), channels->end(), r.channel)) return false;
  if ((from && r.at < *from) || (until && r.at > *until)) return false;
  return r.why.find(reason) != std::string_view::npos;
}

std::string render_overview(const DecisionFile& file, std::uint64_t most_channels, Format format) {
  const Table reasons = reason_table(file.end());
  if (format == Format::csv) return to_csv(reasons);
  const Table channels = channel_table(file, most_channels);
  if (format == Format::markdown) return to_markdown(reasons) + "\n" + to_markdown(channels);
  if (format == Format::text) {
    std::string out = heading(file) + "\n" + to_text(reasons);
    if (!channels.rows.empty()) out += fmt::format("\n{}", to_text(channels));
    return out;
  }
  nlohmann::ordered_json document = head_json(file);
  document["reasons"] = json_rows(reasons), document["changed_most"] = json_rows(channels);
  return json_text(document);
}

std::string render_history(const DecisionFile& file, const DecisionQuery& query, Format format) {
  const Found found = find(file, query);
  const bool one_channel = query.channels && query.channels->size() == 1;
  const std::uint32_t only = one_channel ? query.channels->front() : 0;
  const std::string title =
      one_channel ? fmt::format("channel {}: {}", only, channel_name(file.about().channels[only]))
                  : "decisions";
  if (format == Format::text) return title + "\n" + history_text(file, found, one_channel);
  Table table = decision_table(title);
  const auto clock = agent_clock(file.about());
  if (clock) table.columns.push_back({"time", "on the clock"});
  for (const DecisionRecord& r : found.shown) {
    std::vector<Cell> row = decision_row(file.about(), r);
    if (clock) row.emplace_back(clock->text(r.at));
    table.add(std::move(row));
  }
  if (format != Format::json) return render(table, format);
  nlohmann::ordered_json document = head_json(file);
  document["found"] = found.all, document["decisions"] = json_rows(table);
  return json_text(document);
}

Problems check_reason(const DecisionFile& file, const std::string& reason) {
  std::vector<std::string> all;
  for (const ReasonCount& r : file.end().reasons) {
    if (r.why.find(reason) != std::string::npos) return {};
    all.push_back(fmt::format("\"{}\"", r.why));
  }
  return {{"--reason", fmt::format("no reason of this file has \"{}\" in it", reason),
           name_hint(fmt::format("\"{}\"", reason), all)}};
}

}  // namespace ebb::inline report
