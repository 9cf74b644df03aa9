// Table compaction (Benito, section III-B): first the smallest equivalent table in which the entry that
// compares the most bits wins (Draves et al., "Constructing optimal IP routing tables", which is provably
// minimal for such tables). Then entries of one output whose values differ in a single bit become one entry
// with a wildcard there.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/tables/address.hpp"

namespace ebb::inline rules {

struct BlockOutput {
  Ternary block;
  std::uint32_t output = 0;
};

struct CompactEntry {
  Ternary match;
  std::uint32_t output = 0;
  std::uint16_t rank = 0;  ///< of several matching entries, the one of the highest rank wins
};

/// The blocks must form a tree as those of an AddressPlan do: comparing one bit after the other from the top,
/// without bits that all blocks reached so far ignore, every bit splits the remaining blocks in two non-empty
/// parts, until one block is left. (So every address is in exactly one block.) The result gives every address
/// the output of its block.
std::vector<CompactEntry> compact(std::vector<BlockOutput> blocks);

}  // namespace ebb::inline rules
