#include "rules/tables/compact.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <tuple>

#include "base/ensure.hpp"

namespace ebb::inline rules {
namespace {

/// The tree over the blocks. Each node has the outputs of which one, assigned to its whole subtree, leaves
/// the fewest exceptions: those common to both halves, or, when there are none, those of either.
class PrefixTree {
 public:
  explicit PrefixTree(std::vector<BlockOutput> blocks) : blocks_(std::move(blocks)) {
    ENSURE(!blocks_.empty());
    const auto below = [](const BlockOutput& a, const BlockOutput& b) {
      return a.block.value < b.block.value;
    };
    if (!std::is_sorted(blocks_.begin(), blocks_.end(), below))
      std::sort(blocks_.begin(), blocks_.end(), below);
    nodes_.reserve(2 * blocks_.size());
    pool_.reserve(4 * blocks_.size());
    root_ = grow(0, static_cast<std::uint32_t>(blocks_.size()), Address{1} << address_bits);
  }

  std::vector<CompactEntry> entries() const {
    std::vector<CompactEntry> out;
    emit(root_, no_id, 0, out);
    return out;
  }

 private:
  struct Node {
    std::uint32_t first_block;         ///< all blocks of the subtree agree with it in the compared bits
    Address last_bit;                  ///< the lowest bit compared on the path to this node
    std::uint32_t zero, one;           ///< children, no_id for a leaf
    std::uint32_t outputs, n_outputs;  ///< in pool_, ascending
  };

  /// Returns the node of blocks_[from, to), which agree in all their bits from `last_bit` up.
  std::uint32_t grow(std::uint32_t from, std::uint32_t to, Address last_bit) {
    const Address left = blocks_[from].block.mask & (last_bit - 1);
    if (left == 0) {
      ENSURE(to - from == 1);  // otherwise two blocks overlap
      pool_.push_back(blocks_[from].output);
      nodes_.push_back({from, last_bit, no_id, no_id, static_cast<std::uint32_t>(pool_.size() - 1), 1});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const Address bit = std::bit_floor(left);
    const auto middle = static_cast<std::uint32_t>(
        std::partition_point(blocks_.begin() + from, blocks_.begin() + to,
                             [&](const BlockOutput& b) { return (b.block.value & bit) == 0; }) -
        blocks_.begin());
    ENSURE(from < middle && middle < to);  // otherwise some addresses are in no block
    const std::uint32_t zero = grow(from, middle, bit), one = grow(middle, to, bit);
    const std::uint32_t outputs = static_cast<std::uint32_t>(pool_.size());
    join(nodes_[zero], nodes_[one]);
    nodes_.push_back(
        {from, last_bit, zero, one, outputs, static_cast<std::uint32_t>(pool_.size()) - outputs});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::span<const std::uint32_t> outputs_of(const Node& node) const {
    return {pool_.data() + node.outputs, node.n_outputs};
  }

  void join(const Node& a, const Node& b) {
    scratch_.clear();
    const auto x = outputs_of(a), y = outputs_of(b);
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(scratch_));
    if (scratch_.empty())
      std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(scratch_));
    pool_.insert(pool_.end(), scratch_.begin(), scratch_.end());
  }

  void emit(std::uint32_t id, std::uint32_t inherited, std::uint16_t depth,
            std::vector<CompactEntry>& out) const {
    const Node& node = nodes_[id];
    const auto outputs = outputs_of(node);
    if (!std::binary_search(outputs.begin(), outputs.end(), inherited)) {
      inherited = outputs.front();
      const Ternary& block = blocks_[node.first_block].block;
      const Address compared = block.mask & ~(node.last_bit - 1);
      out.push_back({{block.value & compared, compared}, inherited, depth});
    }
    if (node.zero == no_id) return;
    emit(node.zero, inherited, static_cast<std::uint16_t>(depth + 1), out);
    emit(node.one, inherited, static_cast<std::uint16_t>(depth + 1), out);
  }

  std::vector<BlockOutput> blocks_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> pool_, scratch_;
  std::uint32_t root_ = 0;
};

bool differ_in_one_bit(const CompactEntry& a, const CompactEntry& b) {
  return a.match.mask == b.match.mask && std::has_single_bit(a.match.value ^ b.match.value);
}

/// Merges entries of one output and one rank until no two can be merged. Two that differ in one bit match
/// together exactly what the merged one matches, at the same rank. So nothing else changes.
void merge_group(std::span<const CompactEntry> group, std::vector<CompactEntry>& out) {
  if (group.size() == 1) return out.push_back(group[0]);
  std::vector<CompactEntry> done;
  for (CompactEntry entry : group) {
    for (std::size_t i = 0; i < done.size();) {
      if (!differ_in_one_bit(entry, done[i])) {
        ++i;
        continue;
      }
      const Address bit = entry.match.value ^ done[i].match.value;
      entry.match = {entry.match.value & ~bit, entry.match.mask & ~bit};
      done.erase(done.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;  // the wider entry may merge where the narrow one did not
    }
    done.push_back(entry);
  }
  out.insert(out.end(), done.begin(), done.end());
}

}  // namespace

std::vector<CompactEntry> compact(std::vector<BlockOutput> blocks) {
  std::vector<CompactEntry> entries = PrefixTree(std::move(blocks)).entries(), out;
  const auto group_of = [](const CompactEntry& e) { return std::tie(e.output, e.rank); };
  std::sort(entries.begin(), entries.end(), [&](const CompactEntry& a, const CompactEntry& b) {
    return std::tie(a.output, a.rank, a.match) < std::tie(b.output, b.rank, b.match);
  });
  for (std::size_t from = 0, to = 0; from < entries.size(); from = to) {
    while (to < entries.size() && group_of(entries[to]) == group_of(entries[from])) ++to;
    merge_group(std::span(entries).subspan(from, to - from), out);
  }
  return out;
}

}  // namespace ebb::inline rules
