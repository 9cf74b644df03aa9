// Trees over the members of a communicator, along which data flows from a root or to it.
#pragma once

#include <cstdint>
#include <vector>

#include "record/algorithm.hpp"
#include "record/rounds.hpp"

namespace ebb::inline record {

/// Members are numbered from the root, which is 0: i is the member (root + i) modulo their number.
struct Tree {
  /// Of each member, in sending order.
  std::vector<std::vector<std::uint32_t>> children;
  /// All members, each after its parent.
  std::vector<std::uint32_t> order;
};

/// A binomial tree in which the children of 0 are 1, 2, 4, … and each subtree is a contiguous run of members,
/// for data with a part for each member.
Tree run_tree(std::uint32_t members);
/// `shape` is linear, chain, binary_tree, binomial_tree (the members that have the data send it 1, 2, 4, …
/// places on) or knomial_tree.
Tree tree_of(Algorithm shape, std::uint32_t members);

/// All of `bytes` from the root, or reduced at it.
void broadcast_along(const Tree& tree, std::uint32_t root, std::int64_t bytes, const RoundSink& sink);
void reduce_along(const Tree& tree, std::uint32_t root, std::int64_t bytes, const RoundSink& sink);

/// A part of `bytes` for each member from the root, or from each to it, along run_tree(). Parts are numbered
/// from the root: the part of member root + i begins at i x bytes.
void scatter_along_runs(std::uint32_t members, std::uint32_t root, std::int64_t bytes, const RoundSink& sink);
void gather_along_runs(std::uint32_t members, std::uint32_t root, std::int64_t bytes, const RoundSink& sink);

}  // namespace ebb::inline record
