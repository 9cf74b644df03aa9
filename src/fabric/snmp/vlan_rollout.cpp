#include "fabric/snmp/vlan_rollout.hpp"

#include <fmt/format.h>

namespace ebb::inline fabric {
namespace {

enum class Found : std::uint8_t { holds, differs, no_answer };

bool same_value(const SnmpValue& is, const SnmpValue& wanted) {
  if (is.kind != wanted.kind) return false;
  return is.kind == SnmpValue::Kind::text ? same_ports(is.text, wanted.text) : is.number == wanted.number;
}

Found compare(SnmpSession& session, const std::vector<SnmpSetting>& expected) {
  std::vector<SnmpName> names;
  for (const SnmpSetting& setting : expected) names.push_back(setting.name);
  const auto values = session.get(names);
  if (!values) return Found::no_answer;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same_value((*values)[i], expected[i].value)) return Found::differs;
  return Found::holds;
}

Problems send_all(SnmpSession& session, const SnmpRequests& requests) {
  for (const auto& request : requests)
    if (Problems problems = session.set(request); !problems.empty()) return problems;
  return {};
}

/// What a request did is read: its reply may have been lost. So the request is repeated once.
bool undo(SnmpSession& session, const VlanStep& step) {
  for (const SnmpRequests* requests :
       {&step.undo, step.undo_otherwise.empty() ? &step.undo : &step.undo_otherwise}) {
    if (compare(session, step.before) == Found::holds) return true;
    (void)send_all(session, *requests);
  }
  return compare(session, step.before) == Found::holds;
}

/// Empty on success.
Problems carry_out(SnmpSession& session, const VlanStep& step, const std::string& name) {
  Problems why = send_all(session, step.requests);
  Found found = compare(session, step.after);
  if (found == Found::differs && !step.otherwise.empty()) {
    if (Problems refused = send_all(session, step.otherwise); !refused.empty()) why = refused;
    found = compare(session, step.after);
  }
  if (found == Found::holds) return {};
  if (why.empty())
    why = {{name, "took a request, but does not report its values",
            "see whether the switch may change this object, and whether somebody else changes it"}};
  why[0].what = fmt::format("step \"{}\": {}", step.what, why[0].what);
  return why;
}

class Execution {
 public:
  Execution(const std::vector<SwitchVlanSteps>& switches, const std::function<void()>& drain)
      : switches_(switches), drain_(drain) {}

  VlanRollout run() {
    for (const VlanPhase phase : vlan_phases) {
      if (phase == VlanPhase::remove && drain_ && has(phase)) drain_();
      for (const SwitchVlanSteps& to : switches_)
        for (const VlanStep& step : to.steps) {
          if (step.phase != phase) continue;
          begun_.push_back({&to, &step});
          rollout_.problems = carry_out(*to.session, step, to.name);
          if (!rollout_.problems.empty()) return undo_all();
        }
    }
    return rollout_;
  }

 private:
  bool has(VlanPhase phase) const {
    for (const SwitchVlanSteps& to : switches_)
      for (const VlanStep& step : to.steps)
        if (step.phase == phase) return true;
    return false;
  }

  /// The last step, which failed, may be half done and is undone as well.
  VlanRollout undo_all() {
    rollout_.end = VlanRollout::End::undone;
    bool moved_back = false;
    for (; !begun_.empty(); begun_.pop_back()) {
      const auto& [to, step] = begun_.back();
      if (moved_back && step->phase < VlanPhase::pvid) {
        if (drain_) drain_();
        moved_back = false;
      }
      moved_back = moved_back || step->phase == VlanPhase::pvid;
      if (undo(*to->session, *step)) continue;
      rollout_.end = VlanRollout::End::partial;
      rollout_.left.push_back(fmt::format("{}: {}", to->name, step->what));
    }
    return std::move(rollout_);
  }

  const std::vector<SwitchVlanSteps>& switches_;
  const std::function<void()>& drain_;
  std::vector<std::pair<const SwitchVlanSteps*, const VlanStep*>> begun_;
  VlanRollout rollout_;
};

}  // namespace

VlanRollout roll_out_vlans(const std::vector<SwitchVlanSteps>& switches, const std::function<void()>& drain) {
  return Execution(switches, drain).run();
}

}  // namespace ebb::inline fabric
