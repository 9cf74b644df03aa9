// The number of rules that the switches of a network need (Benito, figures 4 and 6): counted on generated
// tables, beside the paper's closed forms.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "network/network.hpp"
#include "network/shape.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/conditional_table.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

struct RuleRange {
  std::uint64_t lowest = 0, highest = 0;  ///< over the switches
  bool operator==(const RuleRange&) const = default;
};

struct RuleCounts {
  /// Empty where it does not apply: per group without groups; compacted for a graph that is too large to
  /// search or is disconnected; all of it without hosts.
  std::array<std::optional<RuleRange>, organisations> of;
  /// With conditions, by Adaptivity; filled in by count_conditional_rules.
  std::array<std::optional<RuleRange>, 3> conditional;
  std::uint32_t switches = 0;
  std::uint32_t tables_compacted = 0;  ///< number of switches whose table was made and compacted

  const std::optional<RuleRange>& operator[](Organisation o) const { return of[static_cast<std::size_t>(o)]; }
};

inline constexpr std::uint64_t most_blocks_compacted = 10'000'000;
inline constexpr std::uint32_t most_access_compacted = 1'024;

/// From the shape alone: nothing is built. Tables are made for
/// - flat, per switch, per group: the switches of BlockRouting::kinds(), which stand for all;
/// - compacted: the same where they stand for all there too (butterfly, Clos). In a dragonfly every switch
/// has
///   a table of its own kind, and all are made; only where that would be more than `most_blocks` blocks,
///   those of the first two runs of h groups, of the last run, and of every n-th group between, with n as
///   small as that allows. (How groups fall into value/mask pairs repeats, but for the wrap-around, every h
///   groups.)
/// Empty for a shape that is only a graph.
std::optional<RuleCounts> count_rules(const Shape& shape, std::uint64_t most_blocks = most_blocks_compacted);
/// The same; for a graph, compacted tables are made for every switch, up to `most_access_compacted`.
RuleCounts count_rules(const Network& network);

/// Rules of tables with conditions, over the same switches as for compacted tables. Empty where the topology
/// has no alternative paths of the kind.
std::optional<RuleRange> count_conditional_rules(const Shape& shape, const Conditions& conditions,
                                                 std::uint64_t most_blocks = most_blocks_compacted);

/// Equation (1): R = (G - 1) + (S - 1) + T, and its variants, for an access switch in a full group.
RuleCounts closed_form_rules(const BlockSizes& sizes);

}  // namespace ebb::inline rules
