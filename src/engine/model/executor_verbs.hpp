// What a rule asks of its executor, besides a view of the switch at hand (switch_view.hpp). An executor
// decides when and where rules run, never what they do. It says which ways of forwarding and of flow control
// are compiled in, keeps the queues, which grow, and takes what follows from a rule:
//
//   fly(packet)              the packet arrives at its `switch_id` at its `at`
//   hold(held)               a packet that stands at an output of the switch at hand goes on at its `at`
//   tell(news)               somebody is told of a delivery
//   later(note)              something has to be done: any time at the switch at hand, from one lookahead on
//                            at any other
//   count(what)              something is counted (counted.hpp)
//   queued_packets(), messages()   queues of packets and of messages: append, front by [], pop;
//                            place_of, to ask for the memory of an entry
//   gather(packet, payload)  the payload of its message when this was its last packet, else nothing
//   next_message(host)       draws the host's next message from the workload
//   answer(news)             the workload's answer to a delivery, or no message
//   with_credit_log(channel, vc, use)   calls use(log) with the log of a channel's credits: it stands in the
//                            input lane at the other end, or on this rank when that lane is on another one
//   return_credit(lane, packet, due, account)   calls enter_credit() for the lane's log; without an account
//                            where nobody looks at it. To a sender on another rank it goes as mail, and
//                            there Worker::add_far_credit() enters it
//   log_burst(to, lane, supply, train, make)   calls enter_burst() for a train to the switch `to`: of flits
//                            that go to an input lane, or of credits for those that have left it. Where worms
//                            have no logs, and to another rank, it is schedule(make())
//   with_burst_log(port, lane, use)   calls use() while nobody else is at the logs of an input lane: that of
//                            its flits and that of its credits at the other end. One of them belongs to the
//                            switch at hand, or to a host of it, by this port
//   is_last_now()            nothing else happens at the switch at hand at this picosecond, as far as it is
//                            known; an executor may always say no
//   asked_until()            nobody asks a credit log about an earlier time any more
//   published(s, port)       the depth of an output queue of another switch, as the board shows it
//
// The concept below does not check with_credit_log, log_burst, with_burst_log and published.
#pragma once

#include <concepts>
#include <optional>

#include "engine/model/counted.hpp"
#include "engine/model/switch_view.hpp"

namespace ebb::inline engine {

/// How packets are forwarded, and how a buffer says that it is full. A run chooses both once, and they are
/// compiled in.
template <class ForwardingMode, class FlowControlMode>
struct SwitchingMode {
  using Forwarding = ForwardingMode;
  using Flow = FlowControlMode;
};

/// What an executor shows to the rules, with the ways of the model compiled in.
template <class Context, class W>
struct WithMode final : Context {
  using Forwarding = typename W::Forwarding;
  using Flow = typename W::Flow;
  using Context::Context;
};

template <class T>
concept ExecutesRules = std::derived_from<T, SwitchView> &&
    requires(T context, const Packet& packet, const HeldPacket& held,
             const DeliveryNotification& notification, const TimedEvent& timed_event, InLane& lane) {
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
  context.return_credit(lane, packet, std::int64_t{0});
  { context.is_last_now() } -> std::same_as<bool>;
  { context.asked_until() } -> std::same_as<std::int64_t>;
};

}  // namespace ebb::inline engine
