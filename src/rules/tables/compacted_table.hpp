// The per-group table of a switch through compaction, before and after its ports are shared out.
#pragma once

#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// One entry of the compacted table, whose frames any port of the bundle would do for.
struct CompactedEntry {
  Ternary match;  ///< of the destination
  std::uint16_t rank = 0;
  Bundle bundle;
  bool detours = false;  ///< its frames may take a detour
};

/// With `split_detours`, no entry covers both destinations that frames may take a detour to and others.
std::vector<CompactedEntry> compacted_entries(const BlockRouting& routing, SwitchId s, bool split_detours);

/// Adds the rules of an entry, one for each port, which share the sources out. `like` says everything else
/// that they have in common. With `shift`, each part of the sources gets the port so many further on.
void add_rules(const BlockRouting& routing, SwitchId s, Adaptivity kind, const CompactedEntry& entry,
               std::size_t shift, const Rule& like, ForwardingTable& table);

ForwardingTable compacted_table(const BlockRouting& routing, SwitchId s);

/// Stage by stage, in descending priority.
void sort_rules(ForwardingTable& table);

}  // namespace ebb::inline rules
