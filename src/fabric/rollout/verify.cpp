#include "fabric/rollout/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::size_t most_problems = 10;

class Verification {
 public:
  Verification(const Network& network, const std::vector<SwitchDriver*>& switches,
               const std::vector<SwitchProgram>& programs, RolloutClock& clock)
      : network_(network), switches_(switches), programs_(programs), clock_(clock) {
    for (const SwitchProgram& program : programs) expected_.emplace_back(program.rules.size(), 0);
  }

  VerifyReport run(const ProgramWalk& walk, const std::vector<std::vector<std::uint32_t>>& ports,
                   const std::vector<std::uint64_t>& macs, std::uint64_t most_pairs) {
    choose_pairs(most_pairs);
    std::vector<std::vector<ProbeFrame>> frames(network_.switches());
    for (const auto& [from, to] : pairs_) {
      const auto way = walk.follow(from, to, probe_ether_type);
      if (!way.delivered)
        complain(fmt::format("{} to {}", host_name(network_, from), host_name(network_, to)),
                 "a frame " + way.failure);
      for (const auto& visit : way.visits)
        for (const std::size_t rule : visit.rules) ++expected_[visit.at][rule];
      const PortId port = network_.peer[network_.host_port(from)];
      const SwitchId s = network_.owner[port];
      frames[s].push_back({macs[from], macs[to], ports[s][port - network_.first_port[s]], true});
    }
    const auto before = counts();
    for (SwitchId s = 0; s < network_.switches() && report_.problems.empty(); ++s)
      if (!frames[s].empty()) take(switches_[s]->send(frames[s]));
    if (report_.problems.empty()) compare(before);
    report_.pairs = pairs_.size();
    return std::move(report_);
  }

 private:
  using Counts = std::vector<std::vector<std::uint64_t>>;  ///< per switch and rule of its program

  void take(const Problems& problems) {
    report_.problems.insert(report_.problems.end(), problems.begin(), problems.end());
  }
  void complain(std::string where, std::string what) {
    if (report_.problems.size() < most_problems)
      report_.problems.push_back(
          {std::move(where), std::move(what),
           "see whether ports are up (ebb fabric status) and cables right (ebb fabric check)"});
  }
  /// Every host sends to the next host, then to the next but one, and so on.
  void choose_pairs(std::uint64_t most) {
    report_.all_pairs = std::uint64_t{network_.hosts} * (network_.hosts - 1);
    for (HostId apart = 1; apart < network_.hosts; ++apart)
      for (HostId from = 0; from < network_.hosts && pairs_.size() < most; ++from)
        pairs_.push_back({from, (from + apart) % network_.hosts});
  }
  Counts counts() {
    Counts all;
    for (std::size_t s = 0; s < switches_.size(); ++s) {
      std::vector<std::uint64_t>& mine = all.emplace_back(programs_[s].rules.size(), 0);
      const auto state = switches_[s]->read();
      if (!state) {
        take(state.problems());
        continue;
      }
      std::map<FlowRule, std::uint64_t> packets;
      for (const InstalledRule& held : state->rules) packets[held.rule] = held.packets;
      for (std::size_t r = 0; r < mine.size(); ++r) mine[r] = packets[programs_[s].rules[r]];
    }
    return all;
  }
  bool too_few(const Counts& before, const Counts& now) const {
    for (std::size_t s = 0; s < now.size(); ++s)
      for (std::size_t r = 0; r < now[s].size(); ++r)
        if (now[s][r] < before[s][r] + expected_[s][r]) return true;
    return false;
  }
  /// Counters of a real switch lag by up to a second.
  void compare(const Counts& before) {
    Counts now = counts();
    for (int tries = 0; tries < 20 && report_.problems.empty() && too_few(before, now); ++tries) {
      clock_.wait(std::chrono::milliseconds{250});
      now = counts();
    }
    for (std::size_t s = 0; s < now.size(); ++s)
      for (std::size_t r = 0; r < now[s].size(); ++r) {
        if (expected_[s][r] == 0) continue;
        const std::uint64_t counted = now[s][r] - std::min(now[s][r], before[s][r]);
        ++report_.rules;
        report_.exact += counted == expected_[s][r];
        if (counted < expected_[s][r])
          complain(programs_[s].name,
                   fmt::format("a rule should have matched {} probes, but counted {} frames: {}",
                               expected_[s][r], counted, flow_text(programs_[s].rules[r])));
      }
  }

  const Network& network_;
  const std::vector<SwitchDriver*>& switches_;
  const std::vector<SwitchProgram>& programs_;
  RolloutClock& clock_;
  std::vector<std::pair<HostId, HostId>> pairs_;
  Counts expected_;
  VerifyReport report_;
};

}  // namespace

VerifyReport verify_tables(const Network& network, const std::vector<SwitchDriver*>& switches,
                           const std::vector<SwitchProgram>& programs,
                           const std::vector<std::vector<std::uint32_t>>& ports,
                           const std::vector<std::uint64_t>& macs, std::uint64_t most_pairs,
                           RolloutClock& clock) {
  const auto walk = ProgramWalk::of(network, programs, ports, macs);
  if (!walk) return {.problems = walk.problems()};
  return Verification(network, switches, programs, clock).run(*walk, ports, macs, most_pairs);
}

}  // namespace ebb::inline fabric
