#include "tasks/trees/link_choice_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/counted.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "results/cell.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/trunks.hpp"
#include "tasks/trees/trees_tables.hpp"

namespace ebb::inline tasks {

std::string trees_section(const TreesResult& trees, const std::vector<std::uint32_t>& links,
                          const std::string& file) {
  const Trunks& trunks = trees.plan.trunks;
  std::vector<std::string> off;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    if (links[t] < trunks[t].links())
      off.push_back(to_text(
          fmt::format("{}:{}", trunk_name(trees.network(), trunks[t]), trunks[t].links() - links[t])));
  std::string text;
  if (!off.empty()) text += fmt::format("\noff = [{}]", fmt::join(off, ", "));
  if (!file.empty()) text += "\nfile = " + to_text(file);
  return text.empty() ? "" : "[trees]" + text;
}

namespace {

/// `rates` as in TrunkUse; empty: all at full rate.
double watts_of(const std::vector<std::uint32_t>& links, const std::vector<std::uint32_t>& rates,
                const LinkChoiceResult& choice) {
  double sum = 0;
  for (TrunkId t = 0; t < links.size(); ++t)
    sum +=
        links[t] * (rates.empty() || rates[t] == 0 ? choice.watts[t] : choice.slower[t][rates[t] - 1].weight);
  return sum;
}
/// "15", or "15 (30.0 W)"
std::string links_text(const std::vector<std::uint32_t>& links, const std::vector<std::uint32_t>& rates,
                       const LinkChoiceResult& choice) {
  const std::uint32_t all = std::accumulate(links.begin(), links.end(), 0u);
  if (choice.watts.empty()) return fmt::format("{}", all);
  return fmt::format("{} ({:.1f} W)", all, watts_of(links, rates, choice));
}

/// True when a channel between two switches exceeds the peak even with all links.
bool is_overfull(const Trunks& trunks, const std::vector<double>& traffic, TrunkId t, double peak) {
  return links_for(std::max(traffic[2 * t], traffic[2 * t + 1]), peak) > trunks[t].links();
}
/// The number of pairs of switches for which that is so.
std::uint32_t overfull(const Trunks& trunks, const std::vector<double>& traffic, double peak) {
  std::uint32_t pairs = 0;
  for (TrunkId t = 0; t < trunks.size(); ++t) pairs += is_overfull(trunks, traffic, t, peak);
  return pairs;
}
std::string pairs_text(std::uint32_t pairs) {
  return counted(pairs, "pair of switches", "pairs of switches");
}

using Links = std::vector<std::uint32_t>;  ///< of each trunk

std::vector<std::string> notes_of(const TreesResult& trees, const LinkChoiceResult& choice, const Links& all,
                                  const Links& by_peak, const std::vector<double>& traffic) {
  const auto& [demand, peak, watts, source, least, slower] = choice;
  const Trunks& trunks = trees.plan.trunks;
  const auto most = static_cast<double>(peak.v);
  std::vector<std::string> notes;
  notes.push_back(fmt::format(
      "Of {} links{}{} {} stay on by the peak with the paths as they are{}.",
      std::accumulate(all.begin(), all.end(), 0u), watts.empty() ? "" : ", which use ",
      watts.empty() ? "" : fmt::format("{:.1f} W,", watts_of(all, {}, choice)),
      links_text(by_peak, {}, choice),
      least.enough ? fmt::format(", {} with paths that move{}", links_text(least.links, least.rates, choice),
                                 slower.empty() ? "" : " and links that slow down")
                   : ""));
  if (!watts.empty()) notes.push_back("watts: " + source);
  if (const std::uint32_t pairs = overfull(trunks, traffic, most); pairs > 0)
    notes.push_back(fmt::format("With the paths as they are, even all links between {} are not enough.",
                                pairs_text(pairs)));
  if (!least.enough)
    notes.push_back(fmt::format(
        "Paths that move are not enough either: with the best that were found, even all links between {} are "
        "too few. Others may be enough.",
        pairs_text(overfull(trunks, channel_traffic(trunks, least.paths, demand), most))));
  if (const std::string section = trees_section(trees, by_peak, ""); !section.empty())
    notes.push_back("By the peak, with the paths as they are:\n" + section);
  return notes;
}

}  // namespace

Table link_choice_table(const TreesResult& trees, const LinkChoiceResult& choice) {
  const auto& [demand, peak, watts, source, least, slower] = choice;
  Table table{
      .title = fmt::format("links that keep every channel below {}", quantity_text(peak)),
      .columns = {{"between", "between"},
                  {"forward_bytes", "forward", "bytes"},
                  {"backward_bytes", "backward", "bytes"},
                  {"links", "links"},
                  {"by_peak", "by peak"},
                  {watts.empty() ? "fewest" : "least_power", watts.empty() ? "fewest" : "least power"}},
      .rows = {}};
  if (!watts.empty()) table.columns.push_back({"link_w", "a link", "W", Align::right, 2});
  if (!slower.empty()) table.columns.push_back({"rate_mbps", "at", "Mb/s"});
  const Trunks& trunks = trees.plan.trunks;
  const auto most = static_cast<double>(peak.v);
  const auto traffic = channel_traffic(trunks, trees.plan.paths, demand);
  const auto by_peak = links_below_peak(trunks, traffic, most);
  std::vector<std::uint32_t> all;
  // A number means that so many links are enough, also for scripts. Otherwise there is none.
  const auto if_enough = [](bool enough, std::uint32_t links) { return enough ? Cell(links) : Cell(); };
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const auto whole = [](double bytes) { return static_cast<std::int64_t>(bytes); };
    std::vector<Cell> row{trunk_name(trees.network(), trunks[t]),
                          whole(traffic[2 * t]),
                          whole(traffic[2 * t + 1]),
                          trunks[t].links(),
                          if_enough(!is_overfull(trunks, traffic, t, most), by_peak[t]),
                          if_enough(least.enough, least.links[t])};
    if (!watts.empty()) row.emplace_back(watts[t]);
    if (!slower.empty()) {
      const BitsPerSecond full = trees.network().link(trunks[t].ports_a.front()).rate;
      row.push_back(least.enough && least.links[t] > 0
                        ? Cell(choice.rate_of(full, t, least.rates[t]).v / 1'000'000)
                        : Cell());
    }
    table.add(std::move(row));
    all.push_back(trunks[t].links());
  }
  table.notes = notes_of(trees, choice, all, by_peak, traffic);
  return table;
}

}  // namespace ebb::inline tasks
