#include "fabric/dmp/dmp_trial.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/problem.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_switches.hpp"
#include "fabric/lab/lab_up.hpp"
#include "fabric/openflow/program.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {
namespace {

/// The hosts' addresses are known only once the hosts exist.
Problems load_rewriting(const LabNames& names, const Network& network, const BlockRouting& routing,
                        ProgramOptions options) {
  for (HostId h = 0; h < network.hosts; ++h) {
    const auto address = address_of_host(names, h);
    if (!address) return address.problems();
    options.own_addresses.push_back(*address);
  }
  const ProgramMaker maker(network, routing, Organisation::per_switch, options);
  return load_programs(names, complete_programs(network, maker));
}

std::uint32_t answer_rules(const std::vector<SwitchProgram>& programs) {
  std::ptrdiff_t rules = 0;
  for (const SwitchProgram& program : programs)
    rules += std::count_if(program.rules.begin(), program.rules.end(),
                           [](const FlowRule& r) { return r.priority == RulePriority::dmp_answer; });
  return static_cast<std::uint32_t>(rules);
}

}  // namespace

Result<DmpTrial> try_addresses(const Network& network, AddressWay way) {
  const LabGuard guard(fmt::format("dmp{}", getpid()));
  const LabNames& names = guard.names;
  const auto routing = block_routing(network);
  ProgramOptions options;
  options.dmp = way == AddressWay::dmp;
  options.table = options.dmp ? 0 : slot_table(0);
  const ProgramMaker maker(network, *routing, Organisation::per_switch, options);
  const auto programs = maker.all();
  LabSettings settings;
  settings.addresses = options.dmp ? LabAddresses::dmp : LabAddresses::own;
  Problems problems = build_lab(names, {network, maker.plan(), programs, settings, ""}, [] { return false; });
  if (problems.empty() && !options.dmp) problems = load_rewriting(names, network, *routing, options);
  if (!problems.empty()) return problems;

  DmpTrial trial;
  trial.answer_rules = answer_rules(programs);
  const auto payload = announce_all(names, network.hosts, AddressFrom::payload);
  if (!payload) return payload.problems();
  const auto header = announce_all(names, network.hosts, AddressFrom::header);
  if (!header) return header.problems();
  trial.by_payload = *payload, trial.by_header = *header;
  trial.forgeries = 6;
  const auto forged = forge_answers(names, network.hosts - 1, 0, trial.forgeries);
  if (!forged) return forged.problems();
  trial.forged = *forged;
  return trial;
}

}  // namespace ebb::inline fabric
