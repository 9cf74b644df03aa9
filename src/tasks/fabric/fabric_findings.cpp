#include "tasks/fabric/fabric_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/counted.hpp"
#include "fabric/driver.hpp"
#include "fabric/inventory/cabling.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/rollout/rollout_record.hpp"
#include "fabric/snmp/vlan_walk.hpp"
#include "tasks/fabric/snmp_trunks.hpp"

namespace ebb::inline tasks {
namespace {

class CheckList {
 public:
  explicit CheckList(const std::string& title) {
    found_.table = {.title = title,
                    .columns = {{"check", "check"}, {"result", "result"}, {"finding", "finding"}},
                    .rows = {}};
  }
  void add(std::string_view check, std::string_view result, std::string finding) {
    found_.table.add({check, result, std::move(finding)});
    if (result == "bad") found_.sound = false;
  }
  void bad(std::string_view check, const Problems& problems) {
    for (const Problem& p : problems)
      add(check, "bad", fmt::format("{}: {}{}{}", p.where, p.what, p.hint.empty() ? "" : "; ", p.hint));
  }
  FabricFindings take() { return std::move(found_); }
  bool sound() const { return found_.sound; }

 private:
  FabricFindings found_;
};

void add_reach(std::uint64_t pairs, std::uint32_t longest_path, CheckList& list) {
  list.add("reach", "good",
           fmt::format("all {} pairs of hosts, over {} at most; no loops", pairs,
                       counted(longest_path, "switch", "switches")));
}

void add_deadlock(const std::vector<std::string>& cycle, CheckList& list) {
  if (cycle.empty())
    list.add("deadlock", "good", "impossible, with pause frames too: no cable ever waits for itself");
  else
    list.add("deadlock", "not proved",
             fmt::format("with pause frames {} channels can wait for each other: {}", cycle.size(),
                         fmt::join(cycle, " -> ")));
}

void check_vlans(const FabricSession& session, CheckList& list) {
  const VlanWalkReport report = walk_vlans(session.network(), session.target(1, 0), session.ports);
  list.bad("reach", report.problems);
  if (report.problems.empty()) add_reach(report.pairs, report.longest_path, list);
  add_deadlock(session.trees->cycle, list);
}

void check_tables(const FabricSession& session, CheckList& list) {
  if (session.by_snmp()) return check_vlans(session, list);
  const auto programs = session.target(1, 0);
  const auto walk = ProgramWalk::of(session.network(), programs, session.ports, session.macs);
  if (!walk) return list.bad("tables", walk.problems());
  const ProgramReport report = walk->all_pairs();
  list.bad("reach", report.problems);
  if (report.delivered == report.pairs) add_reach(report.pairs, report.longest_path, list);
  add_deadlock(report.cycle, list);
}

Problem flood_problem(const SwitchDriver& driver) {
  return {driver.name(), "would flood when it loses its rules (fail_mode is not secure)",
          "run on the switch: ovs-vsctl set-fail-mode BRIDGE secure"};
}

void check_switches(const FabricSession& session, CheckList& list) {
  std::size_t foreign = 0, good = 0;
  for (SwitchDriver* driver : session.switches()) {
    const auto settings = driver->settings();
    const auto state = driver->read();
    if (!settings) list.bad("settings", settings.problems());
    if (!state) list.bad("rules", state.problems());
    if (settings && !settings->secure) list.bad("settings", {flood_problem(*driver)});
    if (state) list.bad("rules", foreign_problems(*state, driver->name()));
    if (state)
      for (const InstalledRule& held : state->rules) foreign += !is_ours(held.rule.cookie);
    good += settings && settings->secure && state;
  }
  list.bad("trunks", trunk_problems(session));
  if (good == session.drivers.size() && list.sound())
    list.add("switches", "good",
             fmt::format("{} answer; {} of others stay as they are", counted(good, "switch", "switches"),
                         counted(foreign, "rule")));
}

std::string versions_text(const SwitchState& state) {
  std::set<std::uint32_t> versions;
  for (const InstalledRule& held : state.rules)
    if (is_ours(held.rule.cookie) && held.rule.priority < probe_priority)
      versions.insert(version_of(held.rule.cookie));
  return versions.empty() ? "-" : fmt::format("{}", fmt::join(versions, " and "));
}

std::string journal_text(const FabricSession& session) {
  const auto journal = Journal::look(session.journal);
  if (!journal) return to_text(journal.problems());
  if (journal->rollouts().empty()) return fmt::format("{}: no rollout yet", session.journal);
  const RolloutRecord& last = journal->rollouts().back();
  const std::string what = last.about.file.empty() ? "the state before the first rollout"
                                                   : fmt::format("{} ({}), version {}", last.about.file,
                                                                 last.about.organisation, last.about.version);
  return fmt::format(
      "{}: {}, the last to {}, begun {}: {}", session.journal, counted(journal->rollouts().size(), "rollout"),
      what, last.about.when.empty() ? "-" : last.about.when,
      last.finished() ? std::string(name_of(last.step))
                      : fmt::format("unfinished ({}); `ebb fabric deploy` goes on, `rollback` goes back",
                                    name_of(last.step)));
}

/// "12 to add, 9 to remove, at 3 of 6 switches"
std::string summary_of(const Table& changes, std::size_t switches) {
  std::size_t added = 0;
  std::set<std::string> changed;
  for (const auto& row : changes.rows) {
    changed.insert(std::get<std::string>(row[0].value()));
    added += std::get<std::string>(row[1].value()) == "+";
  }
  return fmt::format("{} to add, {} to remove, at {} of {}", added, changes.rows.size() - added,
                     changed.size(), counted(switches, "switch", "switches"));
}

}  // namespace

FabricFindings check_fabric(FabricSession& session, bool probes) {
  CheckList list(session.file->path);
  list.bad("ports", session.find_all_ports());
  if (!list.sound()) return list.take();
  check_tables(session, list);
  check_switches(session, list);
  if (!list.sound()) return list.take();
  if (!probes || session.by_snmp()) {
    list.add("cables", "not looked at",
             probes ? "switches that are managed by SNMP send no probes" : "without probes");
    return list.take();
  }
  RolloutClock clock;
  const auto report = check_cabling(session.network(), session.switches(), session.ports, clock);
  list.bad("cables", report.problems);
  if (report.problems.empty())
    list.add("cables", "good",
             fmt::format("all {} between switches lead where the plan has them", report.cables));
  return list.take();
}

Problems objections_to_deploy(const FabricSession& session, bool probes) {
  if (session.by_snmp()) {
    Problems problems = trunk_problems(session);
    const VlanWalkReport report = walk_vlans(session.network(), session.target(1, 0), session.ports);
    problems.insert(problems.end(), report.problems.begin(), report.problems.end());
    return problems;
  }
  const auto walk = ProgramWalk::of(session.network(), session.target(1, 0), session.ports, session.macs);
  if (!walk) return walk.problems();
  if (Problems problems = walk->all_pairs().problems; !problems.empty() || !probes) return problems;
  RolloutClock clock;
  if (cabling_is_right(session.network(), session.switches(), session.ports, clock)) return {};
  // A switch that restarts or a port that flaps during a probe is not a wrong cable: a second probe decides.
  return check_cabling(session.network(), session.switches(), session.ports, clock).problems;
}

Problems flooding_switches(const FabricSession& session) {
  Problems problems;
  for (SwitchDriver* driver : session.switches()) {
    const auto settings = driver->settings();
    if (!settings)
      problems.insert(problems.end(), settings.problems().begin(), settings.problems().end());
    else if (!settings->secure)
      problems.push_back(flood_problem(*driver));
  }
  return problems;
}

Result<Table> fabric_changes(FabricSession& session) {
  if (Problems problems = session.find_all_ports(); !problems.empty()) return problems;
  const auto held = target_as_held(session);
  if (!held) return held.problems();
  Table table{.title = session.file->path,
              .columns = {{"switch", "switch"}, {"change", ""}, {"rule", "rule or group"}},
              .rows = {}};
  for (std::size_t s = 0; s < held->programs.size(); ++s)
    for (const SwitchChange& change : changes_to(held->programs[s], held->states[s])) {
      using Kind = SwitchChange::Kind;
      const bool adds = change.kind == Kind::add_rule || change.kind == Kind::add_group;
      const bool rule = change.kind == Kind::add_rule || change.kind == Kind::remove_rule;
      table.add({held->programs[s].name, adds ? "+" : "-",
                 rule ? flow_text(change.rule) : group_text(change.group)});
    }
  if (!table.rows.empty()) table.title += fmt::format(": {}", summary_of(table, held->programs.size()));
  return table;
}

FabricFindings fabric_status(FabricSession& session) {
  FabricFindings found;
  found.table = {.title = session.file->path,
                 .columns = {{"switch", "switch"},
                             {"bridge", "bridge"},
                             {"answers", "answers"},
                             {"version", "version"},
                             {"rules", "rules"},
                             {"groups", "groups"},
                             {"foreign_rules", "of others"},
                             {"ports_up", "ports up"},
                             {"ports", "of"}},
                 .rows = {}};
  for (std::size_t s = 0; s < session.drivers.size(); ++s) {
    SwitchDriver& driver = *session.drivers[s];
    const InventorySwitch& entry = session.inventory.switches[s];
    const auto state = driver.read();
    const auto ports = driver.ports();
    if (!state || !ports) {
      found.sound = false;
      found.table.add({entry.name, entry.bridge, "no", {}, {}, {}, {}, {}, {}});
      found.table.notes.push_back(to_text(state ? ports.problems() : state.problems()));
      continue;
    }
    const SwitchProgram held = ours(*state, entry.name);
    std::int64_t up = 0;
    for (const std::string& wanted : entry.ports)
      for (const PortState& port : *ports)
        up += port.up && (port.name == wanted || fmt::format("{}", port.number) == wanted);
    std::int64_t foreign = 0;
    for (const InstalledRule& rule : state->rules) foreign += !is_ours(rule.rule.cookie);
    found.table.add({entry.name, entry.bridge, "yes", versions_text(*state),
                     static_cast<std::int64_t>(held.rules.size()),
                     static_cast<std::int64_t>(held.groups.size()), foreign, up,
                     static_cast<std::int64_t>(entry.ports.size())});
  }
  found.table.notes.push_back(journal_text(session));
  return found;
}

}  // namespace ebb::inline tasks
