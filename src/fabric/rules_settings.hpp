// What a file says about the tables of its switches and about its lab: the sections [rules] and [lab].
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "rules/table.hpp"

namespace ebb::inline fabric {

/// The organisations of rules as files and options spell them.
enum class TableKind : std::uint8_t { flat, per_switch, per_group, compacted };
constexpr auto names_of(TableKind) {
  return std::array<std::string_view, 4>{"flat", "per_switch", "per_group", "compacted"};
}
constexpr Organisation organisation_of(TableKind kind) { return static_cast<Organisation>(kind); }

struct RulesSettings {
  TableKind organisation = TableKind::compacted;
  bool dmp = true, broadcast = true;

  static constexpr auto fields() {
    return std::tuple{
        field("organisation", &RulesSettings::organisation, "how many destinations share a rule"),
        field("dmp", &RulesSettings::dmp, "switches answer hosts that ask for their address (`ebb dmp`)"),
        field("broadcast", &RulesSettings::broadcast,
              "frames to many follow a tree; without, they are dropped")};
  }
  Problems check() const { return {}; }
};

}  // namespace ebb::inline fabric
