#include "engine/threads/block.hpp"

#include "engine/exchange/partitioning.hpp"

namespace ebb::inline engine {
namespace {

void add_blocks(const std::vector<SwitchId>& ends, SwitchId first, Blocks& blocks) {
  for (const SwitchId end : ends) {
    if (end == first) continue;
    std::fill(blocks.of.begin() + first, blocks.of.begin() + end,
              static_cast<std::uint16_t>(blocks.all.size()));
    Block& block = blocks.all.emplace_back();
    block.first = first, block.end = end;
    first = end;
  }
}

}  // namespace

Blocks make_blocks(const NetworkState& state, std::size_t count) {
  constexpr double unevenness = 0.5;  // a thread with a small block takes its next one sooner
  const Network& net = state.network;
  Blocks blocks;
  blocks.of.resize(net.switches());
  for (const SwitchRange& own : state.own) {
    if (count == 1) {
      add_blocks({own.end}, own.first, blocks);
      continue;
    }
    for (Level level : structure_of(net)) {
      level.range = {std::max(own.first, level.range.first), std::min(own.end, level.range.end)};
      if (level.range.first >= level.range.end) continue;
      const double share =
          static_cast<double>(net.first_port[level.range.end] - net.first_port[level.range.first]) /
          static_cast<double>(state.ports_here());
      const auto pieces =
          std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count) * share + 0.5));
      add_blocks(cut_into_ranges(net, level, pieces, unevenness), level.range.first, blocks);
    }
  }
  return blocks;
}

}  // namespace ebb::inline engine
