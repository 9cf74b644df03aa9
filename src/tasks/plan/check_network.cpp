#include "tasks/plan/check_network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "base/problem.hpp"
#include "config/node.hpp"
#include "engine/model/settings.hpp"
#include "experiment/fit/buffer_fit.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/run_config.hpp"
#include "network/invariants.hpp"
#include "tasks/run/deadlock_warning.hpp"
#include "topology/graph.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

class Findings {
 public:
  explicit Findings(const std::string& title)
      : result_{{.title = title,
                 .columns = {{"check", "check"}, {"result", "result"}, {"finding", "finding"}},
                 .rows = {}}} {}

  void good(std::string_view check, std::string finding) { add(check, "good", std::move(finding)); }
  void open(std::string_view check, std::string finding) { add(check, "not proved", std::move(finding)); }
  void bad(std::string_view check, std::string finding) {
    add(check, "bad", std::move(finding));
    result_.sound = false;
  }
  CheckResult take() { return std::move(result_); }

 private:
  void add(std::string_view check, std::string_view result, std::string finding) {
    result_.table.add({check, result, std::move(finding)});
  }
  CheckResult result_;
};

void report_network(const Network& network, Findings& findings) {
  const auto broken = broken_invariants(network);
  for (const std::string& rule : broken) findings.bad("network", "violated: " + rule);
  if (broken.empty())
    findings.good("network", fmt::format("{}, {}, {}; all connected", counted(network.hosts, "host"),
                                         counted(network.switches(), "switch", "switches"),
                                         counted(network.channels() / 2, "cable")));
}

void report_dependencies(const DependencyReport& report, Findings& findings) {
  if (report.too_large) {
    const std::string why = fmt::format("too large: the dependencies would take {:.1f} GB of memory",
                                        static_cast<double>(report.graph_bytes) / 1e9);
    findings.open("reach", why);
    findings.open("deadlock", why + "; check a smaller network of the same kind");
    return;
  }
  const std::string walked = report.complete()
                                 ? fmt::format("all {} states of packets walked", report.states)
                                 : fmt::format("a sample: the states of {} of {} destinations walked",
                                               report.groups_walked, report.groups);
  const auto verdict = report.complete() ? &Findings::good : &Findings::open;
  for (const std::string& fault : report.faults) findings.bad("reach", fault);
  if (report.faults.empty())
    (findings.*verdict)("reach",
                        fmt::format("every pair within {}; {}", counted(report.longest_path, "hop"), walked));
  if (!report.cycle.empty())
    findings.bad("deadlock",
                 fmt::format("{} channels can wait for each other in a cycle:", report.cycle.size()));
  for (const std::string& channel : report.cycle) findings.bad("deadlock", channel);
  if (report.cycle.empty())
    (findings.*verdict)("deadlock", report.complete()
                                        ? "impossible: no channel ever waits for itself"
                                        : "no cycle found; check a smaller network of the same kind");
}

/// Reports the flow control, on which the deadlock check depends. Credits need no explanation.
void report_flow(FlowControl flow, int vcs, Findings& findings) {
  switch (flow) {
    case FlowControl::credits:
      return;
    case FlowControl::pause:
      return findings.good("flow", vcs == 1 ? std::string("pauses of whole ports (802.3x)")
                                            : fmt::format("pauses of whole ports (802.3x): the {} virtual "
                                                          "channels of a port stop together, so they are "
                                                          "checked as one",
                                                          vcs));
    case FlowControl::pfc:
      return findings.good("flow", "pauses by class (802.1Qbb): each virtual channel stops by itself");
    case FlowControl::drop:
      return findings.good("flow",
                           "none: a packet that finds no space is dropped, so none waits for a buffer");
  }
}

/// In a comparison of policies every case has its own policy. The proof does not depend on it.
Configuration with_a_policy(Configuration file) {
  const Node* control = file.root().find("control");
  if (!file.root().find("compare") || !control || control->find("policy")) return file;
  Node root = file.root(), policy;
  policy.kind = Node::Kind::text, policy.text = "halve_double", policy.where = control->where;
  set_path(root, "control.policy", policy);
  return Configuration::of(file.path(), std::move(root));
}

/// Adds remarks on a network that was read from a file.
void add_remarks(const Topology& topology, Table& table) {
  for (const std::string& remark : remarks_on(topology)) table.add({"hosts", "assumed", remark});
  if (const std::string text = ignored_attributes_of(topology); !text.empty())
    table.add({"attributes", "ignored", text});
}

}  // namespace

CheckResult check_network(const Network& network, const AnyRouting& routing, const std::string& title,
                          const DependencyLimits& limits, FlowControl flow, const SwitchTexts& texts) {
  Findings findings(title);
  report_network(network, findings);
  const int vcs = routing.vcs();
  const std::string count = counted(static_cast<std::uint64_t>(vcs), "virtual channel");
  findings.good(
      "routing",
      fmt::format("needs {}{}", count,
                  routing.has_conditions() ? "; its conditions may be in any state, at each switch" : ""));
  report_flow(flow, vcs, findings);
  for (const auto& [what, text] :
       {std::pair{"pipeline", texts.stages}, {"forwarding", texts.worms}, {"lanes", texts.lanes}})
    if (!text.empty()) findings.good(what, text);
  DependencyReport report = routing.check_dependencies(network, limits);
  if (flow == FlowControl::drop) report.cycle.clear();  // nothing waits for a buffer
  report_dependencies(report, findings);
  return findings.take();
}

Result<CheckResult> check_configuration(Configuration file) {
  const std::string path = file.path();
  auto input = read_parts(with_a_policy(std::move(file)));
  if (!input) return input.problems();
  if (Problems problems = check_run_size(*input, memory_of_machine()); !problems.empty()) return problems;
  const Network network = input->topology->build(input->cables);
  if (const auto fitted = fit_parts(*input, network); !fitted) return fitted.problems();
  const SwitchSettings& switches = input->switches;
  const bool worms = switches.forwarding == Forwarding::wormhole;
  CheckResult result =
      check_network(network, *input->routing, path, dependency_limits(switches, input->hosts),
                    switches.flow.name, switch_texts(switches, input->hosts, network, input->routing->vcs()));
  add_remarks(*input->topology, result.table);
  if (const std::string text = short_buffer_text(switches, input->hosts, network); !worms && !text.empty())
    result.table.add({"buffers", "short", text});
  return result;
}

}  // namespace ebb::inline tasks
