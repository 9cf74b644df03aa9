// The rules that do not depend on the routing are compiled once per switching mode, not once per routing.
// What the hot path does not need inline is declared here and instantiated in rules_compiled.cpp.
#pragma once

#include "engine/dispatch.hpp"
#include "engine/model/switching_modes.hpp"
#include "engine/threads/thread_context.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): a list that stands once, for its two uses.
#define EBB_COMPILED_RULES(WORD, W)                                                                \
  WORD template void wait_in_output(ThreadContextWith<W>&, Hop, const Packet&, bool);              \
  WORD template void book_waiting(ThreadContextWith<W>&, Hop);                                     \
  WORD template void wait_in_input(ThreadContextWith<W>&, const Packet&);                          \
  WORD template Packet take_head(ThreadContextWith<W>&, std::uint16_t, unsigned);                  \
  WORD template void wake_input(ThreadContextWith<W>&, std::uint16_t, std::int64_t);               \
  WORD template void keep_crossbar_busy(ThreadContextWith<W>&, std::uint16_t, std::int64_t);       \
  WORD template void wait_for_room(ThreadContextWith<W>&, std::uint16_t, unsigned, Hop);           \
  WORD template void admit_blocked(ThreadContextWith<W>&, std::uint16_t);                          \
  WORD template void serve_output_lane(ThreadContextWith<W>&, Hop);                                \
  WORD template void serve_output(ThreadContextWith<W>&, std::uint16_t);                           \
  WORD template void receive_credit(ThreadContextWith<W>&, Hop, std::uint32_t);                    \
  WORD template void release(ThreadContextWith<W>&, const HeldPacket&);                            \
  WORD template void receive_host_credit(ThreadContextWith<W>&, std::uint16_t, std::uint32_t);     \
  WORD template void receive_notification(ThreadContextWith<W>&, const DeliveryNotification&);     \
  WORD template bool may_start(ThreadContextWith<W>&, PortId, std::int64_t);                       \
  WORD template void watch_queue(ThreadContextWith<W>&, const Channel&, std::int64_t);             \
  WORD template void hold(ThreadContextWith<W>&, Hop, Packet&, std::int64_t);                      \
  WORD template void divert(ThreadContextWith<W>&, std::uint16_t, std::int64_t);                   \
  WORD template void evaluate_when_due(ThreadContextWith<W>&, std::uint16_t, unsigned);            \
  WORD template void receive_request(ThreadContextWith<W>&, std::uint16_t, unsigned, std::size_t); \
  WORD template bool apply_level(ThreadContextWith<W>&, const Channel&);                           \
  WORD template void serve_wire(ThreadContextWith<W>&, std::uint16_t, bool)

EBB_COMPILED_RULES(extern, CutThroughCredits);
EBB_COMPILED_RULES(extern, StoreAndForwardCredits);
EBB_COMPILED_RULES(extern, Ethernet);
EBB_COMPILED_RULES(extern, CountedBuffers);

}  // namespace ebb::inline engine
