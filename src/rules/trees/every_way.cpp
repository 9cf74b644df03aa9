#include "rules/trees/every_way.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline rules {

EveryWay::EveryWay(const Network& network, const Conditions& conditions)
    : network_(network), routing_(block_routing(network)) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    tables_.push_back(conditional_table(*routing_, s, conditions));
}

void EveryWay::follow(HostId from, HostId to) {
  known_.clear();
  ++report_.pairs;
  const Header header{routing_->plan().address(to), routing_->plan().address(from), no_id, from_host};
  const std::uint32_t longest =
      longest_from({network_.peer[network_.host_port(from)], from_host}, header, to);
  report_.most_switches = std::max(report_.most_switches, longest);
  if (longest > 0) ++report_.delivered;
}

void EveryWay::follow_all_pairs() {
  for (HostId from = 0; from < network_.hosts; ++from)
    for (HostId to = 0; to < network_.hosts; ++to) follow(from, to);
}

void EveryWay::fail(PortId in, const Header& header, const char* what) {
  if (!report_.first_failure.empty()) return;
  report_.first_failure =
      fmt::format("a frame from {} to {} {} at switch {}", routing_->plan().text(header.source),
                  routing_->plan().text(header.destination), what, network_.owner[in]);
}

std::uint32_t EveryWay::longest_from(State state, Header header, HostId to) {
  const auto [known, is_new] = known_.try_emplace(state, 0);
  if (!is_new) {
    if (known->second == 0) fail(state.first, header, "may loop forever");
    return known->second;
  }
  const PortId in = state.first;
  const SwitchId here = network_.owner[in];
  header.in_port = in - network_.first_port[here], header.service = state.second;
  const std::vector<const Rule*> rules = winners(tables_[here], header);
  if (rules.empty()) return fail(in, header, "is dropped"), 0;
  std::uint32_t longest = 0;
  for (const Rule* rule : rules) {
    const PortId peer = network_.peer[network_.first_port[here] + rule->out_port];
    const ServiceClass service = rule->change.after(header.service);
    if (network_.is_host_port(peer)) {
      if (network_.host_at(peer) != to) return fail(in, header, "goes to another host"), 0;
      longest = std::max(longest, 1u);
      continue;
    }
    report_.classes = std::max(report_.classes, service + 1u);
    const std::uint32_t further = longest_from({peer, service}, header, to);
    if (further == 0) return 0;
    longest = std::max(longest, further + 1);
  }
  return known_[state] = longest;
}

}  // namespace ebb::inline rules
