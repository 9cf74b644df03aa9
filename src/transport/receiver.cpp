#include "transport/receiver.hpp"

#include <algorithm>
#include <utility>

namespace ebb::inline transport {
namespace {

/// Adds one segment to the blocks, and joins those that touch it.
void add_to_blocks(std::vector<SackBlock>& blocks, std::uint32_t number) {
  const auto at =
      std::find_if(blocks.begin(), blocks.end(), [&](const SackBlock& block) { return block.end >= number; });
  if (at == blocks.end() || at->begin > number + 1) {
    blocks.insert(at, {number, number + 1});
    return;
  }
  at->begin = std::min(at->begin, number), at->end = std::max(at->end, number + 1);
  if (const auto next = at + 1; next != blocks.end() && next->begin == at->end)
    at->end = next->end, blocks.erase(next);
}

/// The expected segment has arrived, and with it all of the first block if it ended there.
void move_on(Receiver& receiver) {
  ++receiver.expected;
  if (receiver.blocks.empty() || receiver.blocks.front().begin != receiver.expected) return;
  receiver.expected = receiver.blocks.front().end;
  receiver.blocks.erase(receiver.blocks.begin());
}

}  // namespace

bool answers_before(const Receiver& receiver, const ReceiverSettings& settings, const Segment& segment) {
  return settings.echoes_marks && receiver.unanswered > 0 && receiver.marked != segment.marked;
}

TakenSegment take(Receiver& receiver, const ReceiverSettings& settings, const Segment& segment,
                  std::int64_t now) {
  receiver.marked = segment.marked;
  const bool has_gap = !receiver.blocks.empty();
  if (segment.number < receiver.expected || (has_gap && receiver.waiting.contains(segment.number)))
    return {Arrival::duplicate, true};
  if (segment.number > receiver.expected) {
    receiver.waiting.emplace(segment.number, segment);
    add_to_blocks(receiver.blocks, segment.number);
    receiver.last = segment.number;
    return {Arrival::out_of_order, true};
  }
  move_on(receiver);
  if (receiver.unanswered++ == 0) receiver.echo = segment.sent_at;
  if (has_gap || receiver.unanswered >= settings.ack_every) return {Arrival::in_order, true};
  if (receiver.timer == no_timer) receiver.timer = now + settings.ack_delay;
  return {Arrival::in_order, false};
}

std::optional<Segment> take_released(Receiver& receiver) {
  if (receiver.waiting.empty() || receiver.waiting.begin()->first >= receiver.expected) return std::nullopt;
  return std::move(receiver.waiting.extract(receiver.waiting.begin()).mapped());
}

Acknowledgement answer(Receiver& receiver) {
  receiver.unanswered = 0, receiver.timer = no_timer;
  Acknowledgement ack{.expected = receiver.expected, .echo = receiver.echo, .marked = receiver.marked};
  for (const SackBlock& block : receiver.blocks)
    if (block.begin <= receiver.last && receiver.last < block.end)
      ack.sack_begin = block.begin, ack.sack_end = block.end;
  return ack;
}

}  // namespace ebb::inline transport
