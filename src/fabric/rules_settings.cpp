#include "fabric/rules_settings.hpp"

#include <fmt/format.h>

#include "rules/tables/table.hpp"

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

Adaptivity wanted_kind(OtherPaths kind, const BlockRouting& routing) {
  if (kind == OtherPaths::minimal) return Adaptivity::minimal;
  if (kind == OtherPaths::any && !routing.has_paths(Adaptivity::non_minimal)) return Adaptivity::minimal;
  return Adaptivity::non_minimal;
}

}  // namespace

Problems RulesSettings::check() const {
  if (!conditional()) return {};
  if (trigger == Trigger::always || trigger == Trigger::controller)
    return {{"trigger",
             fmt::format("is \"{}\", which a switch's table cannot express: {}", name_of(trigger),
                         trigger == Trigger::always ? "the default would never be used"
                                                    : "a controller would have to load other tables"),
             "\"pause\", \"queue\", \"pause_and_own_queue\" or \"congestion_notification\""}};
  // The meaning of "any" depends on the topology: table_choice() checks again.
  return by_rules(*this, kind == OtherPaths::minimal ? Adaptivity::minimal : Adaptivity::non_minimal).check();
}

Result<TableChoice> table_choice(const RulesSettings& settings, const BlockRouting& routing) {
  if (!settings.conditional()) return TableChoice(static_cast<Organisation>(settings.organisation));
  const Adaptivity kind = wanted_kind(settings.kind, routing);
  if (routing.has_paths(kind)) {
    const ByRules rules = by_rules(settings, kind);
    if (Problems problems = rules.check(); !problems.empty()) return problems;
    return TableChoice(rules.conditions());
  }
  if (settings.kind == OtherPaths::any)
    return Problem{"organisation", "is \"conditional\", but this topology has no alternative paths",
                   "use it with a flattened butterfly, a folded Clos or a dragonfly"};
  return Problem{
      "kind",
      fmt::format("is \"{}\", but this topology has no alternative paths of that kind", name_of(kind)),
      "use \"any\", which takes every kind that the topology has"};
}

}  // namespace ebb::inline fabric
