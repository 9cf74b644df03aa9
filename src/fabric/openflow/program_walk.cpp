#include "fabric/openflow/program_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/inventory/names.hpp"
#include "routing/check/dependency_graph.hpp"
#include "routing/route.hpp"

namespace ebb::inline fabric {

Result<ProgramWalk> ProgramWalk::of(const Network& network, const std::vector<SwitchProgram>& programs,
                                    const std::vector<std::vector<std::uint32_t>>& ports,
                                    std::vector<std::uint64_t> macs) {
  ProgramWalk walk(network, ports, std::move(macs));
  for (const SwitchProgram& program : programs) {
    auto tables = RuleTables::of(program.rules, program.groups);
    if (!tables) return tables.problems();
    walk.tables_.push_back(std::move(*tables));
    for (const FlowRule& rule : program.rules)
      if (rule.actions.find("->vlan_pcp") != std::string::npos) walk.classes_ = service_classes;
  }
  return walk;
}

namespace {

/// Frames without a tag are in class 0.
std::uint8_t class_of(const Frame& frame) {
  return frame.tags.empty() ? 0 : static_cast<std::uint8_t>(frame.tags.back() >> priority_shift);
}

}  // namespace

PortId ProgramWalk::pass(Frame& frame, PortId in, std::vector<std::size_t>& rules,
                         std::string& failure) const {
  const SwitchId here = network_.owner[in];
  FrameFate fate = tables_[here].process(frame, ports_[here][in - network_.first_port[here]]);
  rules = std::move(fate.rules);
  if (fate.sent.size() != 1) {
    failure = fmt::format("{} at {}", fate.sent.empty() ? "is dropped" : "is sent to several ports",
                          switch_name(network_, here));
    return no_id;
  }
  const auto local = std::find(ports_[here].begin(), ports_[here].end(), fate.sent[0].port);
  if (local == ports_[here].end()) {
    failure = fmt::format("leaves {} by a port outside of the plan", switch_name(network_, here));
    return no_id;
  }
  frame = fate.sent[0].frame;
  return network_.first_port[here] + static_cast<PortId>(local - ports_[here].begin());
}

PortId ProgramWalk::out_of(HostId from, HostId to, std::uint16_t type, PortId in) const {
  std::vector<std::size_t> rules;
  std::string failure;
  Frame frame{macs_[from], macs_[to], type, {}};
  const PortId first = network_.peer[network_.host_port(from)];
  const PortId out = pass(frame, first, rules, failure);  // which may give it a tag
  return in == first || out == no_id ? out : pass(frame, in, rules, failure);
}

ProgramWalk::Way ProgramWalk::follow(HostId from, HostId to, std::uint16_t type) const {
  Way way;
  Frame frame{macs_[from], macs_[to], type, {}};
  PortId at = network_.peer[network_.host_port(from)];
  while (way.visits.size() <= network_.switches()) {
    Visit& visit = way.visits.emplace_back(Visit{network_.owner[at], at, no_id, {}});
    visit.out = pass(frame, at, visit.rules, way.failure);
    visit.service = class_of(frame);
    if (visit.out == no_id) return way;
    at = network_.peer[visit.out];
    if (!network_.is_host_port(at)) continue;
    way.delivered = network_.host_at(at) == to && frame.tags.empty();
    if (!way.delivered) way.failure = fmt::format("reaches {}", host_name(network_, network_.host_at(at)));
    return way;
  }
  way.failure = "circulates forever";
  return way;
}

ProgramReport ProgramWalk::all_pairs() const {
  constexpr std::size_t most_problems = 10;
  ProgramReport report;
  DependencyGraph graph(network_, classes_);
  for (HostId from = 0; from < network_.hosts; ++from)
    for (HostId to = 0; to < network_.hosts; ++to) {
      if (from == to) continue;
      const Way way = follow(from, to, 0x0800);
      ++report.pairs, report.delivered += way.delivered;
      report.longest_path = std::max(report.longest_path, static_cast<std::uint32_t>(way.visits.size()));
      if (!way.delivered && report.problems.size() < most_problems)
        report.problems.push_back(
            {fmt::format("{} to {}", host_name(network_, from), host_name(network_, to)),
             "a frame " + way.failure, "the tables are wrong: please report the file"});
      for (std::size_t i = 1; i < way.visits.size(); ++i) {
        const Visit& visit = way.visits[i];
        if (visit.out == no_id || network_.is_host_port(network_.peer[visit.out])) continue;
        std::vector<std::uint64_t> row(graph.words(visit.at), 0);
        graph.mark(row.data(),
                   Hop{static_cast<std::uint16_t>(visit.out - network_.first_port[visit.at]), visit.service});
        graph.add(way.visits[i - 1].out, way.visits[i - 1].service, visit.at, row.data());
      }
    }
  for (const std::size_t lane : graph.cycle()) report.cycle.push_back(graph.name(lane));
  return report;
}

}  // namespace ebb::inline fabric
