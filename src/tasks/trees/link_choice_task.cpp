#include "tasks/trees/link_choice_task.hpp"

#include <fmt/format.h>

#include "traffic/trace/trace_file.hpp"

namespace ebb::inline tasks {
namespace {

/// From this number of switches on, the search for paths is slow.
constexpr std::uint32_t slow_from = 32;

}  // namespace

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

Result<LinkChoiceResult> choose_links(const TreesResult& trees, const LinkChoiceOptions& options) {
  const Network& network = trees.network();
  if (const TreesSettings& settings = trees.file->trees; !settings.off.empty() || !settings.schedule.empty())
    return Problem{"--peak",
                   fmt::format("chooses from all links, but [trees] {} switches some of them off",
                               settings.off.empty() ? "schedule" : "off"),
                   "remove the key from [trees], or the links from the network"};
  const auto power_saved = off_power(network, options.power);
  if (!power_saved) return power_saved.problems();
  auto demand = traced_demand(network, options.trace);
  if (!demand) return demand.problems();
  LinkWeights watts = link_watts(network, trees.plan.trunks, *power_saved);
  if (options.notice && network.switches() >= slow_from)
    options.notice(
        fmt::format("searching for paths among {} switches, which may take minutes …", network.switches()));
  LinkChoice least =
      fewest_links(network, trees.plan.trunks, *demand, static_cast<double>(options.peak.v), watts);
  return LinkChoiceResult{std::move(*demand), options.peak, std::move(watts), power_saved->from,
                          std::move(least)};
}

}  // namespace ebb::inline tasks
