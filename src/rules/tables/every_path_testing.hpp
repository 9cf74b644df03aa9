// For tests: follows frames through tables with conditions, over every state of the conditions at every
// switch: the proof that such tables deliver whatever is busy.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "rules/tables/conditional_table.hpp"

namespace ebb::inline rules {

struct EveryPathReport {
  std::uint64_t pairs = 0, delivered = 0;  ///< delivered by every path
  std::uint32_t most_switches = 0;         ///< on the longest path
  unsigned classes = 0;                    ///< that frames had between switches
  std::string first_failure;               ///< empty if all were delivered
  bool all_delivered() const { return pairs > 0 && pairs == delivered; }
};

class EveryPath {
 public:
  EveryPath(const Network& network, const Conditions& conditions);
  void follow(HostId from, HostId to);
  void follow_all_pairs();
  const EveryPathReport& report() const { return report_; }

 private:
  using State = std::pair<PortId, ServiceClass>;  ///< input port and class of a frame
  /// Switches on the longest path from here on; 0 when a path does not end at the destination.
  std::uint32_t longest_from(State state, Header header, HostId to);
  void fail(PortId in, const Header& header, const char* what);

  const Network& network_;
  std::unique_ptr<BlockRouting> routing_;
  std::vector<ForwardingTable> tables_;
  std::map<State, std::uint32_t> known_;  ///< of the current pair; 0 while a path goes through the state
  EveryPathReport report_;
};

inline EveryPath::EveryPath(const Network& network, const Conditions& conditions)
    : network_(network), routing_(block_routing(network)) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    tables_.push_back(conditional_table(*routing_, s, conditions));
}

inline void EveryPath::follow(HostId from, HostId to) {
  known_.clear();
  ++report_.pairs;
  const Header header{routing_->plan().address(to), routing_->plan().address(from), no_id, from_host};
  const std::uint32_t longest =
      longest_from({network_.peer[network_.host_port(from)], from_host}, header, to);
  report_.most_switches = std::max(report_.most_switches, longest);
  if (longest > 0) ++report_.delivered;
}

inline void EveryPath::follow_all_pairs() {
  for (HostId from = 0; from < network_.hosts; ++from)
    for (HostId to = 0; to < network_.hosts; ++to) follow(from, to);
}

inline void EveryPath::fail(PortId in, const Header& header, const char* what) {
  if (!report_.first_failure.empty()) return;
  report_.first_failure =
      fmt::format("a frame from {} to {} {} at switch {}", routing_->plan().text(header.source),
                  routing_->plan().text(header.destination), what, network_.owner[in]);
}

inline std::uint32_t EveryPath::longest_from(State state, Header header, HostId to) {
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
