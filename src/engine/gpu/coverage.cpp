#include "engine/gpu/coverage.hpp"

#include <fmt/core.h>

#include <utility>

#include "base/fields.hpp"
#include "engine/gpu/packet_state.hpp"
#include "traffic/message_sampler.hpp"

namespace ebb::inline engine {

Problems check_gpu(const GpuRun& run, ExecutorKind executor) {
  const SwitchSettings& switches = run.switches;
  const std::pair<bool, std::string_view> missing[] = {
      {switches.flow.name != FlowControl::credits, "pauses and drops (flow.name): only credits"},
      {switches.flow.has_link_packets(), "credits in band (flow.credits)"},
      {switches.forwarding == Forwarding::wormhole, "wormhole switching (switch.forwarding)"},
      {switches.forwarding == Forwarding::store_and_forward, "store-and-forward (switch.forwarding)"},
      {switches.lanes.in_use(), "virtual lanes ([lanes])"},
      {switches.cell.v > 0, "cells of buffers (switch.cell)"},
      {run.hosts.times.in_use(), "adapters of hosts (host.adapter)"},
      {run.is_controlled, "channels whose rate changes (control.policy)"},
      {!run.network.has_one_rate(), "cables of several rates"},
      {!run.has_routing, "this routing (routing.name)"},
      {run.traffic.listens() && !sampler_of(run.traffic).is_closed_loop(),
       "workloads that are notified of deliveries (traffic), but closed loops of pattern uniform"}};
  Problems problems;
  for (const auto& [is_missing, what] : missing)
    if (is_missing)
      problems.push_back({"--executor", fmt::format("{} does not have {}", name_of(executor), what),
                          "--executor threads has it, with the same results"});
  return problems;
}

}  // namespace ebb::inline engine
