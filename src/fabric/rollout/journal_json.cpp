#include "fabric/rollout/journal_json.hpp"

#include <algorithm>

namespace ebb::inline fabric {
namespace {

using nlohmann::json;

json to_json(const std::vector<SwitchProgram>& programs) {
  json list = json::array();
  for (const SwitchProgram& program : programs) {
    json rules = json::array(), groups = json::array();
    for (const FlowRule& r : program.rules)
      rules.push_back({r.table, r.priority, r.cookie, r.match, r.actions});
    for (const FlowGroup& g : program.groups) groups.push_back({g.id, g.type, g.buckets});
    list.push_back({{"name", program.name}, {"rules", rules}, {"groups", groups}});
  }
  return list;
}

std::vector<SwitchProgram> programs_of(const json& list) {
  std::vector<SwitchProgram> programs;
  for (const json& item : list) {
    SwitchProgram program{item.at("name"), {}, {}};
    for (const json& r : item.at("rules"))
      program.rules.push_back({r.at(0), r.at(1), r.at(2), r.at(3), r.at(4)});
    for (const json& g : item.at("groups")) program.groups.push_back({g.at(0), g.at(1), g.at(2)});
    programs.push_back(std::move(program));
  }
  return programs;
}

RolloutRecord rollout_of(const json& record) {
  const json& about = record.at("about");
  return {{about.at("file"), about.at("organisation"), about.at("when"), about.at("version"),
           about.at("addresses")},
          {programs_of(record.at("before")), programs_of(record.at("after"))}};
}

}  // namespace

json begin_record(const RolloutAbout& about, const TableTransition& sides) {
  return {{"step", "begun"},
          {"about",
           {{"file", about.file},
            {"organisation", about.organisation},
            {"when", about.when},
            {"version", about.version},
            {"addresses", about.addresses}}},
          {"before", to_json(sides.before)},
          {"after", to_json(sides.after)}};
}

bool take_record(const json& record, std::vector<RolloutRecord>& rollouts) try {
  const std::string step = record.at("step");
  if (step == "begun") {
    rollouts.push_back(rollout_of(record));
    return true;
  }
  if (rollouts.empty()) return false;
  if (step == "turned") {
    turn_round(rollouts.back());
    return true;
  }
  const auto names = names_of(RolloutStep{});
  const auto found = std::find(names.begin(), names.end(), step);
  if (found == names.end()) return false;
  move_to(rollouts.back(), static_cast<RolloutStep>(found - names.begin()));
  return true;
} catch (const json::exception&) {
  return false;
}

void turn_round(RolloutRecord& rollout) {
  // After the drain, some switches may have lost the old side, and no edge uses it: it must be loaded again.
  // Before that, both sides are complete on every switch, and edges may use either.
  if (rollout.step == RolloutStep::drained) rollout.step = RolloutStep::begun;
  rollout.sides = rollout.sides.turned();
  rollout.turned = !rollout.turned;
}

void move_to(RolloutRecord& rollout, RolloutStep step) {
  rollout.step = step;
  // A finished rollout is recorded in its original direction.
  if (rollout.finished() && rollout.turned) rollout.sides = rollout.sides.turned();
}

}  // namespace ebb::inline fabric
