#include "app/off/trees_links.hpp"

#include <fmt/format.h>

#include <numeric>

#include "app/command/command.hpp"
#include "app/output/output_file.hpp"
#include "app/output/say.hpp"
#include "base/quantity.hpp"
#include "base/whole_file.hpp"
#include "fabric/inventory/names.hpp"
#include "traffic/trace/trace_file.hpp"

namespace ebb::inline app {

Result<SwitchDemand> traced_demand(const Network& network, const std::string& trace) {
  const auto file = TraceFile::open(trace);
  if (!file) return file.problems();
  if ((*file)->totals().hosts > network.hosts)
    return Problem{
        trace, fmt::format("has {} hosts, but the network has {}", (*file)->totals().hosts, network.hosts),
        "choose a topology with as many hosts"};
  SwitchDemand demand(network.switches());
  for (std::size_t block = 0; block < (*file)->blocks(); ++block) {
    const auto messages = (*file)->read(block);
    if (!messages) return messages.problems();
    for (const SentMessage& message : *messages) {
      const SwitchId from = network.switch_of_host(message.source),
                     to = network.switch_of_host(message.destination);
      if (from != to) demand.at(from, to) += static_cast<double>(message.size.v);
    }
  }
  return demand;
}

LinkWeights link_watts(const Network& network, const Trunks& trunks, const OffPower& power_saved) {
  LinkWeights watts;
  for (TrunkId t = 0; t < trunks.size() && power_saved.known(); ++t) {
    double all = 0;
    for (const PortId cable : trunks[t].ports_a) all += power_saved.cable_w(network, cable);
    watts.push_back(all / trunks[t].links());
  }
  return watts;
}

namespace {

/// The [trees] section as text: the number of links of each trunk that stay on, and the paths of `file`,
/// unless that is empty. Empty when there is nothing to write.
std::string trees_section(const TreesFile& trees, const std::vector<std::uint32_t>& links,
                          const std::string& file) {
  const Trunks& trunks = trees.plan.trunks;
  std::vector<std::string> off;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    if (links[t] < trunks[t].links())
      off.push_back(to_text(
          fmt::format("{}:{}", trunk_name(trees.file->network, trunks[t]), trunks[t].links() - links[t])));
  std::string text;
  if (!off.empty()) text += fmt::format("\noff = [{}]", fmt::join(off, ", "));
  if (!file.empty()) text += "\nfile = " + to_text(file);
  return text.empty() ? "" : "[trees]" + text;
}

double drawn_by(const std::vector<std::uint32_t>& links, const LinkWeights& watts) {
  return std::inner_product(links.begin(), links.end(), watts.begin(), 0.0);
}
/// "15", or "15 (30.0 W)"
std::string links_text(const std::vector<std::uint32_t>& links, const LinkWeights& watts) {
  const std::uint32_t all = std::accumulate(links.begin(), links.end(), 0u);
  if (watts.empty()) return fmt::format("{}", all);
  return fmt::format("{} ({:.1f} W)", all, drawn_by(links, watts));
}

/// From this number of switches on, the search for paths is slow and prints a message.
constexpr std::uint32_t slow_from = 32;

constexpr std::string_view paths_head = "# paths of VLAN trees, by ebb";

Problems write_paths(const std::string& path, const Network& network, const PathSet& paths) {
  WholeFile out(path);
  out.write(fmt::format("{}\n", paths_head));
  for (SwitchId from = 0; from < paths.switches(); ++from)
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      std::vector<std::string> names;
      for (const SwitchId s : paths.path(from, to)) names.push_back(switch_name(network, s));
      if (!names.empty()) out.write(fmt::format("{}\n", fmt::join(names, ",")));
    }
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{} : Problems{{path, "cannot be written: " + wrong, ""}};
}

/// A file of paths separates switches by commas, and its comments begin with #.
Problems check_names_for_paths(const Network& network) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (const std::string name = switch_name(network, s); name.find_first_of(",#") != std::string::npos)
      return {{"--paths",
               fmt::format("cannot name {} in a file: it has a comma or a # in its name", to_text(name)),
               "give the switch another name, or leave --paths out"}};
  return {};
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

}  // namespace

Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak,
                        const CablePower& power_saved, const LinkChoice& least) {
  const LinkWeights& watts = power_saved.watts;
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
  const Trunks& trunks = trees.plan.trunks;
  const auto most = static_cast<double>(peak.v);
  const auto traffic = channel_traffic(trunks, trees.plan.paths, demand);
  const auto by_peak = links_below_peak(trunks, traffic, most);
  std::vector<std::uint32_t> all;
  // A number means that so many links are enough, also for scripts. Otherwise there is none.
  const auto if_enough = [](bool enough, std::uint32_t links) { return enough ? Cell(links) : Cell(); };
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const auto whole = [](double bytes) { return static_cast<std::int64_t>(bytes); };
    std::vector<Cell> row{trunk_name(trees.file->network, trunks[t]),
                          whole(traffic[2 * t]),
                          whole(traffic[2 * t + 1]),
                          trunks[t].links(),
                          if_enough(!is_overfull(trunks, traffic, t, most), by_peak[t]),
                          if_enough(least.enough, least.links[t])};
    if (!watts.empty()) row.emplace_back(watts[t]);
    table.add(std::move(row));
    all.push_back(trunks[t].links());
  }
  table.notes.push_back(fmt::format(
      "Of {} links{}{} {} stay on by the peak with the paths as they are{}.",
      std::accumulate(all.begin(), all.end(), 0u), watts.empty() ? "" : ", which draw ",
      watts.empty() ? "" : fmt::format("{:.1f} W,", drawn_by(all, watts)), links_text(by_peak, watts),
      least.enough ? fmt::format(", {} with paths that move", links_text(least.links, watts)) : ""));
  if (!watts.empty()) table.notes.push_back("watts: " + power_saved.from);
  if (const std::uint32_t pairs = overfull(trunks, traffic, most); pairs > 0)
    table.notes.push_back(fmt::format("With the paths as they are, even all links between {} are not enough.",
                                      pairs_text(pairs)));
  if (!least.enough)
    table.notes.push_back(fmt::format(
        "The paths that move were searched for and are no answer: even all links between {} are not "
        "enough for them. Others may be.",
        pairs_text(overfull(trunks, channel_traffic(trunks, least.paths, demand), most))));
  if (const std::string section = trees_section(trees, by_peak, ""); !section.empty())
    table.notes.push_back("By the peak, with the paths as they are:\n" + section);
  return table;
}

Option* LinksQuestion::add_options(Command& command) {
  auto* below =
      command
          .add_option("--peak", peak, "with --trace: the links that keep every channel below so many bytes")
          ->type_name("SIZE");
  auto* of = command.add_option("--trace", trace, "a trace of the traffic that the links are for")
                 ->type_name("FILE");
  of->needs(below);
  command
      .add_option("--paths", paths,
                  "with --trace: write the paths that move into this file, for [trees] file; paths that are "
                  "there are replaced")
      ->type_name("FILE")
      ->needs(of);
  return below->needs(of);
}

int print_links(const TreesFile& trees, const LinksQuestion& question, const OutputFormat& output) {
  const auto peak = parse_size(question.peak);
  if (!peak) return refuse({{"--peak", peak.problems()[0].what, "for example: --peak 30MB"}});
  if (peak->v <= 0) return refuse({{"--peak", "must be above 0", "for example: --peak 30MB"}});
  if (!trees.file->trees.off.empty())
    return refuse({{"--peak", "chooses from all links, but [trees] off takes some of them out",
                    "take `off` out of [trees]; or take the links out of the network"}});
  const Network& network = trees.file->network;
  const auto power_saved =
      off_power(network, question.power_saved.device, question.power_saved.port_w(), std::nullopt);
  if (!power_saved) return refuse(power_saved.problems());
  if (!question.paths.empty()) {
    Problems problems = check_output_file(question.paths, {paths_head}, "paths of VLAN trees");
    if (problems.empty()) problems = check_names_for_paths(network);
    if (!problems.empty()) return refuse(problems);
  }
  const auto demand = traced_demand(network, question.trace);
  if (!demand) return refuse(demand.problems());
  const CablePower of_links{link_watts(network, trees.plan.trunks, *power_saved), power_saved->from};
  if (network.switches() >= slow_from)
    say("searching for paths among {} switches, which may take minutes …\n", network.switches());
  const LinkChoice least =
      fewest_links(network, trees.plan.trunks, *demand, static_cast<double>(peak->v), of_links.watts);
  Table table = link_choice_table(trees, *demand, *peak, of_links, least);
  if (!question.paths.empty() && least.enough) {
    if (Problems problems = write_paths(question.paths, network, least.paths); !problems.empty())
      return report_failure(problems);
    table.notes.push_back("With the paths that move:\n" + trees_section(trees, least.links, question.paths));
  }
  output.print(render(table, output.format()));
  if (!question.paths.empty() && !least.enough)
    return report_failure({{question.paths, "is not written: no paths below the peak were found",
                            "raise --peak, or have more links"}});
  return succeeded;
}

}  // namespace ebb::inline app
