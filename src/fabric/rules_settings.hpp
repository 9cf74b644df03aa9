// Settings for the tables of switches and for the lab: sections [rules] and [lab] of a configuration file.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "routing/tables/by_rules.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline fabric {

/// The organisations of rules as files and options spell them.
enum class TableKind : std::uint8_t { flat, per_switch, per_group, compacted, conditional };
constexpr auto names_of(TableKind) {
  return std::array<std::string_view, 5>{"flat", "per_switch", "per_group", "compacted", "conditional"};
}

/// The alternatives of tables with conditions. Any: detours where the topology has them, otherwise other
/// shortest paths.
enum class OtherPaths : std::uint8_t { any, minimal, non_minimal };
constexpr auto names_of(OtherPaths) {
  return std::array<std::string_view, 3>{"any", "minimal", "non_minimal"};
}

struct RulesSettings {
  TableKind organisation = TableKind::compacted;
  OtherPaths kind = OtherPaths::any;
  std::int64_t alternatives = 1;
  Trigger trigger = Trigger::pause;
  Bytes threshold = 16_KiB;
  bool dmp = true, broadcast = true, classes = false;

  static constexpr auto fields() {
    return std::tuple{
        field(
            "organisation", &RulesSettings::organisation,
            "how many destinations share a rule; conditional tables are compacted and have alternatives for "
            "the time that an output is busy"),
        field("kind", &RulesSettings::kind,
              "conditional tables: detours, other shortest paths, or any that the topology has"),
        field("alternatives", &RulesSettings::alternatives,
              "conditional tables: rules besides the default, as [routing] has them", {1, 200}),
        field("trigger", &RulesSettings::trigger,
              "conditional tables: when an output is busy, as [routing] has it"),
        field("threshold", &RulesSettings::threshold, "conditional tables: queue of a busy output"),
        field("dmp", &RulesSettings::dmp, "switches answer hosts that ask for their address (`ebb dmp`)"),
        field("broadcast", &RulesSettings::broadcast,
              "frames to many follow a tree; without, they are dropped"),
        field("classes", &RulesSettings::classes,
              "frames carry their class of service between switches, as the priority of a VLAN tag: where a "
              "topology needs classes, pauses cannot deadlock then")};
  }
  Problems check() const;
  bool conditional() const { return organisation == TableKind::conditional; }
};

/// Returns the tables that the settings select, or why the topology does not support this kind.
Result<TableChoice> table_choice(const RulesSettings& settings, const BlockRouting& routing);

}  // namespace ebb::inline fabric
