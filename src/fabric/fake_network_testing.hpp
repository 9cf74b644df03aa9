// For tests: in-memory switches, the cables between them, and frames that cross while rules change. It counts
// every frame that was lost or looped although every part on its path was working.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "fabric/fake_switch_testing.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/version_slot.hpp"

namespace ebb::inline fabric {

class FakeNetwork {
 public:
  explicit FakeNetwork(Network network)
      : network_(std::move(network)),
        cable_up(network_.switch_ports(), true),
        lost(network_.switches(), false),
        dead(network_.switches(), false),
        apart_(std::size_t{network_.switches()} * network_.switches(), false),
        was_apart_(apart_) {
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      std::vector<PortState> ports;
      for (std::uint32_t p = 0; p < network_.ports_of(s); ++p)
        ports.push_back({p + 1, fmt::format("{}-p{}", switch_name(s), p), true});
      switches.push_back(std::make_unique<FakeSwitch>(switch_name(s), std::move(ports)));
    }
  }

  /// A frame in flight: it is about to arrive at a port of a switch.
  struct Flying {
    Frame frame;
    PortId at = 0;
    HostId to = 0;
    std::uint32_t hops = 0;
  };

  /// Sends a frame between two hosts to its destination. Counts it when it is lost.
  void send(std::uint64_t source, std::uint64_t destination, HostId from, HostId to) {
    Flying frame{{source, destination, 0x0800, {}}, network_.peer[network_.host_port(from)], to, 0};
    ++frames;
    while (move(frame)) {
    }
  }
  void launch(std::uint64_t source, std::uint64_t destination, HostId from, HostId to) {
    in_flight.push_back({{source, destination, 0x0800, {}}, network_.peer[network_.host_port(from)], to, 0});
    ++frames;
  }
  /// Every frame in flight crosses up to `most` switches.
  void pass_time(std::uint32_t most, Random& random) {
    std::vector<Flying> still;
    for (Flying& frame : in_flight) {
      bool on = true;
      for (std::uint64_t hops = random.below(most + 1); on && hops > 0; --hops) on = move(frame);
      if (on) still.push_back(std::move(frame));
    }
    in_flight = std::move(still);
  }
  void land() {
    for (Flying& frame : in_flight)
      while (move(frame)) {
      }
    in_flight.clear();
  }

  /// Delivers the frames that switches originated to the other ends, and forwards them until they leave or
  /// are dropped.
  void carry() {
    for (bool moved = true; moved;) {
      moved = false;
      for (SwitchId s = 0; s < network_.switches(); ++s)
        for (const SentFrame& out : std::exchange(switches[s]->sent, {})) {
          const PortId port = network_.first_port[s] + out.port - 1, peer = network_.peer[port];
          if (!cable_up[port] || network_.is_host_port(peer)) continue;
          const SwitchId next = network_.owner[peer];
          for (SentFrame& on : switches[next]->forward(out.frame, peer - network_.first_port[next] + 1))
            switches[next]->sent.push_back(std::move(on));
          moved = true;
        }
    }
  }

  /// Finds switch pairs that no cable path connects. Frames dropped between them are excused, until their
  /// edge switch has new tables again.
  void find_apart() {
    for (SwitchId from = 0; from < network_.switches(); ++from) {
      std::vector<bool> seen(network_.switches(), false);
      std::vector<SwitchId> found{from};
      seen[from] = true;
      for (std::size_t next = 0; next < found.size(); ++next)
        for (PortId p = network_.first_port[found[next]]; p < network_.first_port[found[next] + 1]; ++p) {
          const PortId peer = network_.peer[p];
          if (network_.is_host_port(peer) || !cable_up[p] || dead[from]) continue;
          const SwitchId other = network_.owner[peer];
          if (!dead[other] && !seen[other]) seen[other] = true, found.push_back(other);
        }
      for (SwitchId to = 0; to < network_.switches(); ++to)
        apart_[std::size_t{from} * network_.switches() + to] = !seen[to];
    }
    for (std::size_t pair = 0; pair < apart_.size(); ++pair)
      if (apart_[pair]) was_apart_[pair] = true;
  }
  /// A switch that lost its rules counts as gone until it holds all rules in use again.
  void find_again() {
    for (SwitchId s = 0; s < network_.switches(); ++s)
      if (lost[s]) lost[s] = !holds_slots_in_use(s);
  }

  const Network& network() const { return network_; }
  std::vector<SwitchDriver*> drivers() {
    std::vector<SwitchDriver*> all;
    for (const auto& s : switches) all.push_back(s.get());
    return all;
  }

 private:
  Network network_;

 public:
  std::vector<std::unique_ptr<FakeSwitch>> switches;
  std::vector<bool> cable_up;  ///< by port
  std::vector<bool> lost;      ///< by switch
  std::vector<bool> dead;      ///< by switch: it forwards nothing, whatever it holds
  std::vector<Flying> in_flight;
  std::uint64_t frames = 0, cut = 0, looped = 0, excused = 0;
  std::string first_failure;

 private:
  std::vector<bool> apart_, was_apart_;  ///< by pair of switches
  /// False when the frame's path has ended.
  bool move(Flying& frame) {
    const SwitchId here = network_.owner[frame.at];
    if (dead[here]) return ++excused, false;
    const auto sent = switches[here]->forward(frame.frame, frame.at - network_.first_port[here] + 1);
    if (lost[here]) return ++excused, false;
    const std::size_t pair = std::size_t{here} * network_.switches() + network_.switch_of_host(frame.to);
    if (sent.empty() && was_apart_[pair]) return ++excused, false;
    if (sent.size() != 1) return fail(frame, here, "was dropped");
    if (frame.hops == 0) was_apart_[pair] = apart_[pair];  // its edge has the new tables
    const PortId out = network_.first_port[here] + sent[0].port - 1;
    if (!cable_up[out]) return ++excused, false;
    const PortId next = network_.peer[out];
    frame.frame = sent[0].frame;
    if (network_.is_host_port(next)) {
      if (network_.host_at(next) != frame.to) return fail(frame, here, "reached another host");
      if (!frame.frame.tags.empty()) return fail(frame, here, "reached its host with a tag");
      return false;
    }
    frame.at = next;
    if (++frame.hops > 2 * network_.switches()) {
      ++looped;
      return fail(frame, here, "went round");
    }
    return true;
  }
  bool fail(const Flying& frame, SwitchId here, std::string_view how) {
    ++cut;
    if (first_failure.empty())
      first_failure = fmt::format("a frame to host {} {} at {}, tag {}", frame.to, how, switch_name(here),
                                  frame.frame.tags.empty() ? 0 : frame.frame.tags.back());
    return false;
  }
  bool holds_slots_in_use(SwitchId s) const {
    std::set<std::uint32_t> slots;
    for (SwitchId t = 0; t < network_.switches(); ++t)
      if (t != s && !dead[t])
        for (const InstalledRule& held : switches[t]->state().rules)
          if (is_edge_rule(held.rule)) slots.insert(slot_of(held.rule));
    for (const Flying& frame : in_flight)
      if (!frame.frame.tags.empty()) slots.insert(frame.frame.tags.back() - slot_tag(0));
    std::size_t hosts = 0, stamped = 0;
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      hosts += network_.is_host_port(network_.peer[p]);
    std::set<std::uint32_t> held_tables, held_transit;
    for (const InstalledRule& held : switches[s]->state().rules) {
      stamped += is_edge_rule(held.rule);
      if (held.rule.table != 0) held_tables.insert(slot_of(held.rule));
      if (held.rule.priority == transit_priority) held_transit.insert(slot_of(held.rule));
    }
    for (const std::uint32_t slot : slots)
      if (!held_tables.contains(slot) || !held_transit.contains(slot)) return false;
    return stamped == hosts;
  }
};

}  // namespace ebb::inline fabric
