#include "tasks/run/deadlock_warning.hpp"

#include <fmt/format.h>

#include "engine/model/flow/flow_settings.hpp"

namespace ebb::inline tasks {

std::int64_t flits_of_packet(const SwitchSettings& switches, const HostSettings& hosts) {
  return (hosts.largest_packet().v + switches.flit.v - 1) / switches.flit.v;
}

DependencyLimits dependency_limits(const SwitchSettings& switches, const HostSettings& hosts) {
  DependencyLimits limits;
  limits.ports_stop_whole = switches.flow.name == FlowControl::pause;
  limits.packets_span = switches.forwarding == Forwarding::wormhole &&
                        flits_of_packet(switches, hosts) > switches.input_buffer.v / switches.flit.v;
  return limits;
}

std::string deadlock_warning(const PreparedRun& run) {
  if (run.switches.flow.name == FlowControl::drop) return {};  // nothing waits for a buffer
  DependencyLimits limits = dependency_limits(run.switches, run.hosts);
  limits.transitions = 500'000, limits.graph_bytes = std::size_t{32} << 20;  // some 50 ms
  const DependencyReport report = run.routing->check_dependencies(run.network, limits);
  if (report.too_large || report.cycle.empty()) return {};
  return fmt::format(
      "this run can end in a deadlock: {} channels can wait for each other in a cycle; `ebb check` names "
      "them",
      report.cycle.size());
}

}  // namespace ebb::inline tasks
