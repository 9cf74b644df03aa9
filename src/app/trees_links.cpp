#include "app/trees_links.hpp"

#include <fmt/format.h>

#include <numeric>

#include "app/command.hpp"
#include "base/quantity.hpp"
#include "fabric/names.hpp"
#include "traffic/trace_file.hpp"

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

Table link_choice_table(const TreesFile& trees, const SwitchDemand& demand, Bytes peak) {
  Table table{.title = fmt::format("links that keep every channel below {}", quantity_text(peak)),
              .columns = {{"between", "between"},
                          {"forward_bytes", "forward", "bytes"},
                          {"backward_bytes", "backward", "bytes"},
                          {"links", "links"},
                          {"by_peak", "by peak"},
                          {"fewest", "fewest"}},
              .rows = {}};
  const Trunks& trunks = trees.plan.trunks;
  const auto most = static_cast<double>(peak.v);
  const auto traffic = channel_traffic(trunks, trees.plan.paths, demand);
  const auto by_peak = links_below_peak(trunks, traffic, most);
  const LinkChoice fewest = fewest_links(trees.file->network, trunks, demand, most);
  std::vector<std::string> off;
  std::uint32_t all = 0, too_much = 0;
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const std::string name = fmt::format("{}-{}", switch_name(trunks[t].a), switch_name(trunks[t].b));
    const auto whole = [](double bytes) { return static_cast<std::int64_t>(bytes); };
    table.add({name, whole(traffic[2 * t]), whole(traffic[2 * t + 1]), trunks[t].links(), by_peak[t],
               fewest.links[t]});
    all += trunks[t].links();
    too_much += links_for(std::max(traffic[2 * t], traffic[2 * t + 1]), most) > trunks[t].links();
    if (by_peak[t] < trunks[t].links())
      off.push_back(fmt::format("\"{}:{}\"", name, trunks[t].links() - by_peak[t]));
  }
  table.notes.push_back(
      fmt::format("Of {} links {} stay on by the peak with the paths as they are, {} with "
                  "paths that move.",
                  all, std::accumulate(by_peak.begin(), by_peak.end(), 0u), fewest.in_use));
  if (too_much > 0)
    table.notes.push_back(
        fmt::format("Between {} pairs of switches even all links are not enough.", too_much));
  if (!off.empty()) table.notes.push_back(fmt::format("[trees] off = [{}]", fmt::join(off, ", ")));
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
  return below->needs(of);
}

int print_links(const TreesFile& trees, const LinksQuestion& question, const OutputFormat& output) {
  const auto peak = parse_size(question.peak);
  if (!peak) return refuse({{"--peak", peak.problems()[0].what, "for example: --peak 30MB"}});
  if (peak->v <= 0) return refuse({{"--peak", "must be above 0", "for example: --peak 30MB"}});
  const auto demand = traced_demand(trees.file->network, question.trace);
  if (!demand) return refuse(demand.problems());
  output.print(render(link_choice_table(trees, *demand, *peak), output.format()));
  return succeeded;
}

}  // namespace ebb::inline app
