// What a rule needs from its executor, besides a view of the switch at hand (switch_view.hpp). An executor
// decides when and where rules run, never what they do. It compiles in the switching mode (forwarding and
// flow control), keeps the queues, which grow, and takes what follows from a rule:
//
//   send(packet)             the packet arrives at its `switch_id` at its `at`
//   send_over(out, packet)   optional: the same, with the channel that it takes
//   hold(held)               a packet in an output queue of the switch at hand goes on at its `at`
//   notify(notification)     a delivery notification is delivered
//   schedule(timed_event)    a timed event: at any time at the switch at hand, from one lookahead on at any
//                            other
//   count(what)              something is counted (counted.hpp)
//   queued_packets(), messages()   queues of packets and of messages: append, front by [], pop;
//                            place_of, to prefetch an entry
//   gather(packet, payload)  the payload of its message when this was its last packet, else nothing
//   next_message(host)       samples the host's next message from the workload
//   answer(notification)     the workload's answer to a delivery, or no message
//   with_credit_log(channel, vc, use)   calls use(log) with the log of a channel's credits: it is in the
//                            input lane at the other end, or on this rank when that lane is on another one
//   return_credit(lane, packet, due, returned)  calls enter_credit() for the lane's log; without `returned`
//                            where occupancy is not measured. To a sender on another rank it goes as an
//                            inter-rank message, and Worker::add_far_credit() enters it there
//   log_burst(to, lane, supply, burst, make)   calls enter_burst() for a burst to the switch `to`: of flits
//                            that go to an input lane, or of credits for those that have left it. Where worms
//                            have no logs, and to another rank, it is schedule(make())
//   with_burst_log(port, lane, use)   calls use() with exclusive access to the logs of an input lane: that of
//                            its flits and that of its credits at the other end. One of them belongs to the
//                            switch at hand, or to a host of it, by this port
//   is_last_now()            nothing else happens at the switch at hand at this picosecond, as far as it is
//                            known; an executor may always return false
//   read_until()            no rule reads a credit log at an earlier time any more
//   published(s, port)       the published queue length of an output of another switch
//
// The concept below checks every one of them.
#pragma once

#include <concepts>
#include <optional>

#include "engine/model/counted.hpp"
#include "engine/model/switch_view.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// How packets are forwarded, and how a buffer signals that it is full. A run chooses both once, and they are
/// compiled in.
template <class ForwardingMode, class FlowControlMode>
struct SwitchingMode {
  using Forwarding = ForwardingMode;
  using Flow = FlowControlMode;
};

/// What an executor shows to the rules, with the switching mode compiled in.
template <class Context, class W>
struct WithMode final : Context {
  using Forwarding = typename W::Forwarding;
  using Flow = typename W::Flow;
  using Context::Context;
};

/// What rules pass to with_credit_log(), log_burst() and with_burst_log(), for the concept alone.
struct VerbArguments {
  static std::int64_t use_credit_log(CreditLog&) { return 0; }
  static TimedEvent make_event() { return {}; }
  static void use_burst_log() {}
};

template <class T>
concept ExecutesRules = std::derived_from<T, SwitchView> &&
    requires(T context, const Packet& packet, const HeldPacket& held,
             const DeliveryNotification& notification, const TimedEvent& timed_event, InLane& lane,
             FlitSupply& supply, const FlitBurst& burst, std::uint64_t* returned) {
  typename T::Forwarding;
  typename T::Flow;
  context.send(packet);
  context.hold(held);
  context.notify(notification);
  context.schedule(timed_event);
  context.count(HopTaken{});
  context.queued_packets();
  context.messages();
  { context.gather(packet, std::uint64_t{0}) } -> std::same_as<std::optional<std::uint64_t>>;
  { context.next_message(HostId{0}) } -> std::same_as<Message>;
  { context.answer(notification) } -> std::same_as<Message>;
  { context.with_credit_log(PortId{0}, 0u, VerbArguments::use_credit_log) } -> std::same_as<std::int64_t>;
  context.return_credit(lane, packet, std::int64_t{0});
  context.return_credit(lane, packet, std::int64_t{0}, returned);
  context.log_burst(SwitchId{0}, std::size_t{0}, supply, burst, VerbArguments::make_event);
  context.with_burst_log(PortId{0}, std::size_t{0}, VerbArguments::use_burst_log);
  { context.is_last_now() } -> std::same_as<bool>;
  { context.read_until() } -> std::same_as<std::int64_t>;
  { context.published(SwitchId{0}, std::uint16_t{0}) } -> std::same_as<std::int64_t>;
};

}  // namespace ebb::inline engine
