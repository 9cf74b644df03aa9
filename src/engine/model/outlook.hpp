// What a routing sees of the outputs of the switch at hand; routing/route.hpp lists what it may read.
#pragma once

#include "base/accelerator/device.hpp"
#include "engine/model/output.hpp"
#include "engine/model/worm/worm_outlook.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "routing/tables/congestion_notification.hpp"

namespace ebb::inline engine {

/// Returns the length of an output queue; that of worms is in worm_outlook.hpp.
template <class Context>
[[gnu::always_inline]] EBB_DEVICE_INLINE std::int64_t queue_length(const Context& context,
                                                                   std::uint16_t port) {
  return context.queued(port);
}

/// Returns the bytes that have chosen an output and whose credits have not come back: they wait for the wire,
/// are on it, or are in the next buffer. Booked packets have taken their credits. A host returns no credits,
/// nor does Ethernet's flow control: there the output queue counts alone.
template <class Context>
EBB_DEVICE std::int64_t queue_with_downstream(Context& context, std::uint16_t port) {
  const OutPort& out = context.out[port];
  if constexpr (requires { Context::Flow::lacking(context, PortId{}, context.vcs); })
    if (out.peer_port != no_port)
      return out.waiting + Context::Flow::lacking(context, context.channel_at(port), context.vcs);
  return queue_length(context, port);
}

template <class Context>
struct Outlook {
  Context& context;
  std::int64_t size;        ///< of the packet
  std::uint16_t input = 0;  ///< the port that it came in by
  unsigned first_vc = 0;    ///< of its virtual lane: the routing counts from there

  /// Returns the length of an output queue. A channel to avoid looks longer than any other.
  [[gnu::always_inline]] EBB_DEVICE std::int64_t operator()(std::uint16_t port) const {
    return seen(port, queue_length(context, port));
  }
  EBB_DEVICE std::int64_t with_downstream(std::uint16_t port) const {
    return seen(port, queue_with_downstream(context, port));
  }
  EBB_DEVICE bool open(Hop hop) const {
    if constexpr (MovesWorms<Context>) hop.vc = static_cast<std::uint8_t>(hop.vc + first_vc);
    return is_open(context, hop, size);
  }
  EBB_DEVICE bool paused(Hop hop) const { return Context::Flow::is_paused(context, hop); }
  EBB_DEVICE bool notified(SwitchId to) const {
    const CongestionNotification& congestion_notification = context.state.ethernet.congestion.settings;
    return congestion_notification.in_use() &&
           context.state.ethernet.congestion.notified_until(
               context.id, congestion_notification.group_of[to]) > context.now;
  }
  EBB_DEVICE std::int64_t now() const { return context.now; }
  EBB_DEVICE bool usable(std::uint16_t port) const {
    return !context.controlled || context.state.watch[context.first_port + port].route_from <= context.now;
  }
  /// Says whether whole switches may sleep. Else all ports are usable unless cables leave the routes.
  EBB_DEVICE bool switches_sleep() const { return context.state.control.switch_plan.in_use(); }
  EBB_DEVICE bool known(std::uint32_t row, unsigned count) const {
    return !context.state.control.known.in_use() ||
           context.state.control.known.of(context.id, row, count) > 0;
  }
  EBB_DEVICE void diverted(std::uint16_t port, int weight) const { divert(context, port, size * weight); }
  /// Returns the bytes of all packets that have ever chosen this output, whether they have left or not. A
  /// channel to avoid looks more used than any other.
  EBB_DEVICE std::int64_t used(std::uint16_t port) const {
    return seen(port, static_cast<std::int64_t>(context.out[port].bytes) + context.out[port].waiting);
  }
  EBB_DEVICE std::int64_t published(SwitchId s, std::uint16_t port) const {
    return context.published(s, port);
  }

 private:
  [[gnu::always_inline]] EBB_DEVICE std::int64_t seen(std::uint16_t port, std::int64_t bytes) const {
    if (!context.avoids) [[likely]]
      return bytes;
    return context.state.watch[context.first_port + port].avoid_until > context.now ? bytes + avoided_length
                                                                                    : bytes;
  }
};

}  // namespace ebb::inline engine
