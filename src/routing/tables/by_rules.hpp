// Forwarding by rules: a packet follows the switch's table, the same table that a plan counts and a real
// switch is loaded with. The routing knows no topology; tables come from `rules`, and rule_lookup.hpp
// searches them. Classes of service are the virtual channels. rules/*_blocks.cpp state how many a topology
// needs and why the dependencies have no cycle. `options()` gives what the tables allow over all states of
// their conditions, all sources and all input ports, so the deadlock check proves delivery whatever is busy.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "routing/switching_needs.hpp"
#include "routing/tables/congestion_notification.hpp"
#include "routing/tables/rule_lookup.hpp"
#include "routing/threshold.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/conditional_table.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline routing {

/// How a switch detects that an output is busy.
enum class Trigger : std::uint8_t {
  pause,
  queue,
  pause_and_own_queue,
  congestion_notification,
  always,
  controller
};
constexpr auto names_of(Trigger) {
  return std::array<std::string_view, 6>{
      "pause", "queue", "pause_and_own_queue", "congestion_notification", "always", "controller"};
}

struct ByRules {
  Adaptivity kind = Adaptivity::none;
  Organisation organisation = Organisation::compacted;
  std::int64_t alternatives = 1;
  Trigger trigger = Trigger::pause;
  Bytes threshold = 16_KiB;
  Bytes sample{150'000};
  std::int64_t weight = 2;
  Picoseconds hold = 50_us;
  Picoseconds phase{0}, late{0};

  static constexpr bool salt_is_source = true;
  static constexpr bool reroutes_blocked = true;
  static constexpr auto fields() {
    return std::tuple{
        field("kind", &ByRules::kind,
              "other paths while an output is busy: none, other shortest paths, or detours"),
        field("organisation", &ByRules::organisation,
              "how many destinations share a rule; tables with conditions are compacted"),
        field("alternatives", &ByRules::alternatives,
              "rules besides the default: other uplinks of a Clos, or detours per injection port; more than "
              "there are: all of them",
              {1, 200}),
        field(
            "trigger", &ByRules::trigger,
            "when an output is busy: the other end has paused it; its queue is longer than the threshold; "
            "paused, but by the queue where detours could begin on the same cable; a congestion notification "
            "(802.1Qau) has come about the destination; always, as a controller that knows the traffic "
            "might load the tables; or in every second phase, as a controller does that comes late"),
        field("threshold", &ByRules::threshold,
              "queue of a busy output, for the triggers by queue; the length that a queue should have, for "
              "congestion notification",
              threshold_range),
        field("sample", &ByRules::sample,
              "for congestion notification: bytes into a queue from one sample to the next, an eighth of it "
              "where the queue "
              "is far too long",
              {{8}, threshold_range.most}),
        field("weight", &ByRules::weight,
              "for congestion notification: of a queue's growth against its length", {0, 100}),
        field("hold", &ByRules::hold, "for congestion notification: time for which one is believed"),
        field("phase", &ByRules::phase, "for a controller: time from one change of the traffic to the next"),
        field(
            "late", &ByRules::late,
            "for a controller: time from a change until its tables are loaded; those of the first phase are "
            "there from the start")};
  }
  Problems check() const;
  Problems check(const Network& network) const;
  void prepare(const Network& network, const std::vector<SwitchId>& own = {});
  int vcs() const { return static_cast<int>(classes_); }
  std::uint64_t table_bytes() const {
    return lookup_.bytes() + 4 * first_port_.size() +
           congestion_notification_.group_of.size() * (2 + 8ull * congestion_notification_.groups);
  }
  /// True when a rule of the table may apply now and not a moment later.
  bool has_conditions() const { return kind != Adaptivity::none; }
  /// Its conditions are about pauses, queues, congestion notifications or the phases of the traffic. Without
  /// these they would always hold, or never.
  SwitchingNeeds switching_needs() const;
  /// Returns the longest time for which it uses the state of a controller or a notification. A controller
  /// loads its tables in every second phase, so its tables repeat after two.
  Picoseconds slowest_clock() const {
    if (!has_conditions()) return {};
    if (trigger == Trigger::controller) return std::max(phase * 2, late);
    return trigger == Trigger::congestion_notification ? hold : Picoseconds{};
  }
  /// Returns the settings of congestion points. Call it after prepare().
  const CongestionNotification& congestion_notification() const { return congestion_notification_; }
  /// Returns the conditions of the tables, as `rules` takes them.
  Conditions conditions() const;
  const RuleLookup& lookup() const { return lookup_; }

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength& queue_length, std::uint64_t source) const {
    if (packet.to == here) return {packet.out, 0};  // prepare() has checked this rule
    note_visit(here, packet);
    const std::uint32_t first = lookup_.follow(lookup_.first_entry(here, packet.to), [&](auto key) {
      return asked(key, packet, queue_length.input, source);
    });
    const RuleAnswer& answer = lookup_.answer(first);
    if (first != RuleLookup::no_match && holds(answer, packet, queue_length)) [[likely]]
      return go(packet, answer);
    return go(packet, lookup_.answer(next_stages(first, here, packet, queue_length, source)));
  }

  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    bool open = true;
    std::vector<std::uint32_t> seen;
    for (std::uint32_t stage = 0; open && stage < lookup_.stages(); ++stage) {
      open = false, seen.clear();
      for_each_answer(here, packet, stage, [&](std::uint32_t n) {
        if (std::find(seen.begin(), seen.end(), n) != seen.end()) return;
        seen.push_back(n);
        const RuleAnswer& answer = lookup_.answer(n);
        open |= n == RuleLookup::no_match || answer.signal != Signal::none;
        if (n == RuleLookup::no_match) return;
        Route next = packet;
        const Hop hop = go(next, answer);
        next.via = no_id, next.hops = 1;  // it only matters whether it comes from a host
        each(hop, next);
      });
    }
  }

 private:
  static ServiceClass service_of(const Route& packet) {
    return packet.hops == 0 ? from_host : static_cast<ServiceClass>(packet.phase);
  }
  /// Records in the packet the switch of this call and the class that the packet arrived with. A second call
  /// at the same switch uses the same class.
  static void note_visit(SwitchId here, Route& packet) {
    if ((packet.via & switch_bits) == here) [[unlikely]] {
      packet.phase = static_cast<std::uint8_t>(packet.via >> 24);
      --packet.hops;
    }
    packet.via = here | static_cast<std::uint32_t>(packet.phase) << 24;
  }
  static Hop go(Route& packet, const RuleAnswer& answer) {
    const ServiceClass service = answer.change.after(service_of(packet));
    packet.phase = service;
    ++packet.hops;
    return {answer.port, service};
  }
  template <class QueueLength>
  bool holds(const RuleAnswer& answer, const Route& packet, const QueueLength& queue_length) const {
    if (answer.signal == Signal::none) return true;
    if (answer.signal == Signal::queue) return is_long(answer, queue_length) == answer.while_busy;
    if (answer.signal == Signal::congestion_notification)
      return queue_length.notified(packet.to) == answer.while_busy;
    const ServiceClass service = answer.watched_service == any_class ? answer.change.after(service_of(packet))
                                                                     : answer.watched_service;
    return queue_length.paused(Hop{answer.watched_port, service}) == answer.while_busy;
  }
  template <class QueueLength>
  bool is_long(const RuleAnswer& answer, const QueueLength& queue_length) const {
    if (phase.v == 0) [[likely]]
      return queue_length(answer.watched_port) > busy_above_;
    return has_detours_at(queue_length.now());
  }
  /// Whether the tables that the controller has loaded by then are those of an odd phase, with detours. Those
  /// of the first phase are loaded from the start.
  bool has_detours_at(std::int64_t now) const {
    const std::int64_t seen = now - late.v;
    return seen >= 0 && seen / phase.v % 2 != 0;
  }
  std::uint32_t asked(RuleLookup::Key key, const Route& packet, std::uint16_t input,
                      std::uint64_t source) const {
    switch (key) {
      case RuleLookup::Key::destination_switch:
        return lookup_.address_of_switch(packet.to);
      case RuleLookup::Key::destination:
        return lookup_.address_at(first_port_[packet.to] + packet.out);
      case RuleLookup::Key::source:
        return lookup_.address_of_host(static_cast<HostId>(source));
      case RuleLookup::Key::input:
        return input;
      case RuleLookup::Key::service:
        break;
    }
    return packet.hops == 0 ? RuleLookup::no_service : packet.phase;
  }
  /// The stages below: the first rule whose condition holds, otherwise the first match of all.
  template <class QueueLength>
  [[gnu::noinline]] std::uint32_t next_stages(std::uint32_t first, SwitchId here, const Route& packet,
                                              const QueueLength& queue_length, std::uint64_t source) const {
    for (std::uint32_t stage = 1; stage < lookup_.stages(); ++stage) {
      const std::uint32_t n = lookup_.follow(lookup_.root(here, stage), [&](auto key) {
        return asked(key, packet, queue_length.input, source);
      });
      if (n == RuleLookup::no_match) continue;
      if (first == RuleLookup::no_match) first = n;
      if (holds(lookup_.answer(n), packet, queue_length)) return n;
    }
    return first;
  }
  template <class Visit>
  void for_each_answer(SwitchId here, const Route& packet, std::uint32_t stage, const Visit& visit) const {
    lookup_.for_each_answer(
        lookup_.root(here, stage),
        [&](RuleLookup::Key key, const auto& use) {
          if (key == RuleLookup::Key::destination) return each_address(packet.to, use);
          if (key == RuleLookup::Key::input) return each_input(here, packet.hops == 0, use);
          use(asked(key, packet, 0, 0));
        },
        visit);
  }
  template <class Use>
  void each_address(SwitchId to, const Use& use) const {
    for (PortId p = first_port_[to]; p < first_port_[to + 1]; ++p)
      if (lookup_.has_host(p)) use(lookup_.address_at(p));
  }
  template <class Use>
  void each_input(SwitchId here, bool hosts, const Use& use) const {
    for (PortId p = first_port_[here]; p < first_port_[here + 1]; ++p)
      if (lookup_.has_host(p) == hosts) use(p - first_port_[here]);
  }
  ForwardingTable table_of(const BlockRouting& blocks, SwitchId s) const;
  CongestionNotification notification_settings(const BlockRouting& blocks) const;

  static constexpr SwitchId switch_bits = (SwitchId{1} << 24) - 1;
  RuleLookup lookup_;
  unsigned classes_ = 1;
  std::int64_t busy_above_ = 0;
  CongestionNotification congestion_notification_;
  std::vector<PortId> first_port_;
};

}  // namespace ebb::inline routing
