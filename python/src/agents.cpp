// ebb.agent(): the live agent, with a policy of ebb or of Python.
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "caller.hpp"
#include "convert.hpp"
#include "ebb/agent.hpp"
#include "policy.hpp"

namespace ebb_python {
namespace {

using Clock = std::chrono::steady_clock;

/// Sleeps until then, and lets Python act meanwhile. Returns true when Python raised something: the agent
/// then brings everything on, and sleeps between its steps as before.
bool wait_for_python(Caller& caller, Clock::time_point until, double share, const std::string& text) {
  constexpr std::chrono::milliseconds nap{50};
  for (auto now = Clock::now(); now < until; now = Clock::now()) {
    if (!caller.stop() && caller.look(share, text)) return true;
    std::this_thread::sleep_for(std::min<Clock::duration>(nap, until - now));
  }
  return caller.stop();
}

py::dict dict_of(const ebb::AgentOutcome& outcome) {
  py::dict made, cables;
  py::list problems, reasons;
  for (const ebb::Problem& p : outcome.problems) problems.append(py::make_tuple(p.where, p.what, p.hint));
  for (const ebb::ReasonCount& r : outcome.reasons) {
    py::dict row;
    row["why"] = r.why, row["evaluations"] = r.evaluations, row["changes"] = r.changes;
    reasons.append(row);
  }
  for (const ebb::CablesInPhase& some : outcome.cables) cables[py::str(some.phase)] = some.cables;
  made["policy"] = outcome.policy, made["time_s"] = outcome.time.seconds();
  made["decisions"] = outcome.decisions, made["reasons"] = reasons, made["cables"] = cables;
  made["events"] = outcome.last_events, made["problems"] = problems;
  made["rates"] = columns_of(ebb::agent_rates(outcome));
  made["energy"] = columns_of(ebb::agent_energy(outcome));
  made["summary"] = ebb::agent_summary(outcome);
  return made;
}

ebb::AgentOutcome run_until_it_ends(const ebb::AgentOptions& options, Caller& caller) {
  const Clock::time_point begun = Clock::now();
  std::string last;
  ebb::AgentHooks hooks;
  hooks.line = [&](const std::string& line) { last = line; };
  hooks.wait = [&](Clock::time_point until) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    const double share = options.most_time ? std::min(1.0, seconds / options.most_time->seconds()) : 0;
    return wait_for_python(caller, until, share, last);
  };
  const py::gil_scoped_release unlocked;
  return ebb::run_agent(options, hooks);
}

py::dict agent(ebb::AgentOptions options, const py::object& policy, const py::object& progress) {
  Caller caller(progress);
  const PolicyOfRun own(policy, caller);
  if (const std::string setting = own.setting(); !setting.empty()) options.fabric.settings.push_back(setting);
  ebb::AgentOutcome outcome = run_until_it_ends(options, caller);
  if (!outcome.ran) {
    caller.raise_again(py::none());
    throw Raised{outcome.refused.empty() ? outcome.problems : outcome.refused};
  }
  py::dict made = dict_of(outcome);
  caller.raise_again(made);
  return made;
}

}  // namespace

void add_agents(py::module_& module) {
  module.def(
      "agent",
      [](std::string file, std::vector<std::string> settings, std::string inventory,
         std::optional<double> time_s, bool dry_run, bool sets_rates, std::string schedule, std::string log,
         std::string decisions, std::int64_t drain_ms, const py::object& policy, const py::object& progress) {
        ebb::AgentOptions options;
        options.fabric.file = std::move(file), options.fabric.settings = std::move(settings);
        options.fabric.inventory = std::move(inventory);
        if (time_s) options.most_time = ebb::Picoseconds{std::llround(*time_s * 1e12)};
        options.dry_run = dry_run, options.sets_rates = sets_rates;
        options.schedule = std::move(schedule), options.log = std::move(log);
        options.decisions = std::move(decisions);
        options.drain = std::chrono::milliseconds(drain_ms);
        return agent(std::move(options), policy, progress);
      },
      py::arg("file"), py::arg("settings"), py::arg("inventory"), py::arg("time_s"), py::arg("dry_run"),
      py::arg("sets_rates"), py::arg("schedule"), py::arg("log"), py::arg("decisions"), py::arg("drain_ms"),
      py::arg("policy"), py::arg("progress"));
}

}  // namespace ebb_python
