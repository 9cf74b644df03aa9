// The per-group table of a switch after compaction, before and after its ports are distributed.
#pragma once

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// One entry of the compacted table. Its frames may leave by any port of the bundle.
struct CompactedEntry {
  Ternary match;  ///< of the destination
  std::uint16_t rank = 0;
  Bundle bundle;
  bool detours = false;  ///< its frames may take a detour
};

/// With `split_detours`, no entry covers both destinations with detours and others.
std::vector<CompactedEntry> compacted_entries(const BlockRouting& routing, SwitchId s, bool split_detours);

/// Adds the rules of an entry, one for each port, which divide the sources among them. `like` gives their
/// common members. With `shift`, each part of the sources gets the port that many positions further on.
void add_rules(const BlockRouting& routing, SwitchId s, Adaptivity kind, const CompactedEntry& entry,
               std::size_t shift, const Rule& like, ForwardingTable& table);

ForwardingTable compacted_table(const BlockRouting& routing, SwitchId s);

/// Stage by stage, in descending priority.
void sort_rules(ForwardingTable& table);

}  // namespace ebb::inline rules
