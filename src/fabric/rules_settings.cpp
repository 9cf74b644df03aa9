#include "fabric/rules_settings.hpp"

#include <fmt/format.h>

namespace ebb::inline fabric {
namespace {

/// The simulator's rule routing builds the conditions, so that a trigger has one definition.
ByRules by_rules(const RulesSettings& settings, Adaptivity kind) {
  ByRules routing;
  routing.kind = kind;
  routing.alternatives = settings.alternatives;
  routing.trigger = settings.trigger;
  routing.threshold = settings.threshold;
  return routing;
}

Adaptivity wanted_kind(OtherWays kind, const BlockRouting& routing) {
  if (kind == OtherWays::minimal) return Adaptivity::minimal;
  if (kind == OtherWays::any && !routing.has_ways(Adaptivity::non_minimal)) return Adaptivity::minimal;
  return Adaptivity::non_minimal;
}

}  // namespace

Problems RulesSettings::check() const {
  if (!conditional()) return {};
  if (trigger == Trigger::always || trigger == Trigger::controller)
    return {{"trigger",
             fmt::format("is \"{}\", which no table of a switch can say: {}", name_of(trigger),
                         trigger == Trigger::always ? "the default would never be used"
                                                    : "a controller would have to load other tables"),
             "\"pause\", \"queue\", \"pause_and_own_queue\" or \"notice\""}};
  // The meaning of "any" depends on the topology: table_choice() checks again.
  return by_rules(*this, kind == OtherWays::minimal ? Adaptivity::minimal : Adaptivity::non_minimal).check();
}

Result<TableChoice> table_choice(const RulesSettings& settings, const BlockRouting& routing) {
  if (!settings.conditional()) return TableChoice(static_cast<Organisation>(settings.organisation));
  const Adaptivity kind = wanted_kind(settings.kind, routing);
  if (routing.has_ways(kind)) {
    const ByRules rules = by_rules(settings, kind);
    if (Problems problems = rules.check(); !problems.empty()) return problems;
    return TableChoice(rules.conditions());
  }
  if (settings.kind == OtherWays::any)
    return Problem{"organisation", "is conditional, but the tables of this topology know no other paths",
                   "butterflies, folded Clos networks and dragonflies have them"};
  return Problem{"kind", fmt::format("is {}, but this topology has no such other paths", name_of(kind)),
                 "\"any\" takes what the topology has"};
}

}  // namespace ebb::inline fabric
