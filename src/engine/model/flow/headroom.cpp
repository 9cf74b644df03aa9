#include "engine/model/flow/headroom.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/same_share.hpp"

namespace ebb::inline engine {
namespace {

/// The wire is never faster than the rate of its class. With control it may be slower.
BitsPerSecond slowest_rate(const LinkClass& link, const SlowestChannel& slowest) {
  return slowest.rate.v > 0 ? same_share(link.rate, slowest.rate, slowest.of_full) : link.rate;
}

/// A refresh must arrive before the pause expires, however long its frame waits for the wire.
Problems check_quanta(const LinkClass& link, const Headroom& headroom, std::int64_t quanta) {
  const std::int64_t time = pause_time(quanta, link.rate).v;
  if (2 * headroom.wait <= time) return {};
  const std::int64_t one = pause_time(1, link.rate).v;
  const std::int64_t enough = std::max<std::int64_t>(1, 2 * headroom.wait / one + 1);
  return {
      {"flow.quanta",
       fmt::format("is {}, that is {} on {} cables, but a pause frame may wait {} for the wire: the pause "
                   "would be over before it is refreshed",
                   quanta, quantity_text(Picoseconds{time}), link.name,
                   quantity_text(Picoseconds{headroom.wait})),
       enough <= most_quanta ? fmt::format("{} would do", enough)
                             : "take smaller packets, or shorter changes of rate"}};
}

Problems check_link(const LinkClass& link, const Headroom& headroom, const SwitchSettings& switches) {
  const std::int64_t buffer = switches.input_buffer.v, xoff = switches.flow.xoff.v;
  if (xoff > 0 && headroom.buffer_for(xoff) > buffer)
    return {
        {"flow.xoff",
         fmt::format("is {} bytes, but on {} cables {} more can come before the other end stops: a buffer "
                     "of {} could overflow",
                     xoff, link.name, headroom.bytes - 1, buffer),
         fmt::format("switch.input_buffer = \"{}B\" would do{}", headroom.buffer_for(xoff),
                     headroom.largest_xoff(buffer) > 0
                         ? fmt::format(", or flow.xoff = \"{}B\"", headroom.largest_xoff(buffer))
                         : "")}};
  const std::int64_t largest = headroom.largest_xoff(buffer), xon = switches.flow.xon.v;
  if (largest > 1 && xoff == 0 && xon >= largest)
    return {{"flow.xon",
             fmt::format("is {} bytes, but a buffer of {} on {} cables stops the other end at {} already",
                         xon, buffer, link.name, largest),
             fmt::format("less than {}, so that a buffer empties a little before the other end goes on; or "
                         "leave it out",
                         largest)}};
  if (largest > 1) return {};
  return {{"switch.input_buffer",
           fmt::format("holds {} bytes, but on {} cables {} can come before the other end stops: it could "
                       "overflow",
                       buffer, link.name, headroom.bytes),
           fmt::format("\"{}B\" would do, and would pause with every packet; twice as much is better",
                       headroom.buffer_for(2))}};
}

}  // namespace

Headroom headroom_of(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                     const HostSettings& hosts) {
  const BitsPerSecond slow = slowest_rate(link, slowest);
  const Bytes packet = hosts.largest_packet(), frame = switches.flow.frame;
  Headroom h;
  h.wait = wire_time(std::max(packet, frame), slow).v + slowest.transition.v;
  h.reach = h.wait + wire_time(frame, slow).v + link.delay.v + switches.flow.reaction.v + link.delay.v +
            switches.pipeline.v;
  const auto streamed = static_cast<std::int64_t>(
      static_cast<__int128>(std::max<std::int64_t>(0, h.reach - 1)) * link.rate.v / 8'000'000'000'000);
  // A packet that has begun is sent to its end. A stored packet counts late, when all of it has arrived.
  const bool stored = switches.forwarding == Forwarding::store_and_forward;
  h.bytes = streamed + packet.v * (stored ? 2 : 1);
  return h;
}

PauseLimits pause_limits(const LinkClass& link, const SlowestChannel& slowest, const SwitchSettings& switches,
                         const HostSettings& hosts) {
  const FlowSettings& flow = switches.flow;
  const Headroom headroom = headroom_of(link, slowest, switches, hosts);
  PauseLimits limits;
  limits.xoff = flow.xoff.v > 0 ? flow.xoff.v : headroom.largest_xoff(switches.input_buffer.v);
  const std::int64_t usual = std::max(limits.xoff - 2 * hosts.largest_packet().v, limits.xoff / 2);
  limits.xon = std::min(flow.xon.v > 0 ? flow.xon.v : usual, limits.xoff - 1);
  limits.refresh = pause_time(flow.quanta, link.rate).v / 2;
  return limits;
}

Problems check_headroom(const Network& network, const SlowestChannel& slowest, const SwitchSettings& switches,
                        const HostSettings& hosts) {
  std::set<std::size_t> used;
  for (PortId p = 0; p < network.switch_ports(); ++p) used.insert(network.link_class[p]);
  // Limits that are enough for the worst cables are enough for all.
  const LinkClass *most = nullptr, *fastest = nullptr;
  const auto headroom = [&](const LinkClass& link) { return headroom_of(link, slowest, switches, hosts); };
  for (const std::size_t i : used) {
    const LinkClass& link = network.classes[i];
    if (!most || headroom(link).bytes > headroom(*most).bytes) most = &link;
    if (!fastest || link.rate > fastest->rate) fastest = &link;
  }
  if (!most) return {};
  Problems problems = check_link(*most, headroom(*most), switches);
  Headroom longest = headroom(*fastest);
  for (const std::size_t i : used) longest.wait = std::max(longest.wait, headroom(network.classes[i]).wait);
  for (Problem& p : check_quanta(*fastest, longest, switches.flow.quanta)) problems.push_back(std::move(p));
  return problems;
}

}  // namespace ebb::inline engine
