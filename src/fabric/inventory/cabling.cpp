#include "fabric/inventory/cabling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/spelling.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/openflow.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::uint32_t probe_seconds = 60;
constexpr std::uint64_t probe_cookie = cookie_mark | 0xffff'ffff;

/// The source address of a probe encodes the port of the plan that it left by. It is locally administered and
/// never a host's: hosts' addresses are at most a few fields wide, and these have the highest bits set.
std::uint64_t probe_source(PortId port) { return 0xfe'0000'0000'00ull | port; }

class CableProbe {
 public:
  CableProbe(const Network& network, const std::vector<SwitchDriver*>& switches,
             const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock)
      : network_(network), switches_(switches), ports_(ports), clock_(clock) {}

  CablingReport check() {
    count_probes();
    if (report_.problems.empty()) name_wrong_cables();
    add_counters(false);
    return std::move(report_);
  }
  bool is_right() {
    count_probes();
    add_counters(false);
    return report_.problems.empty() && missing_.empty();
  }

 private:
  void count_probes() {
    add_counters(true);
    if (report_.problems.empty()) send_all();
    if (report_.problems.empty()) wait_for_probes();
  }
  bool between_switches(PortId p) const { return !network_.is_host_port(network_.peer[p]); }
  std::uint32_t number(PortId p) const {
    const SwitchId s = network_.owner[p];
    return ports_[s][p - network_.first_port[s]];
  }
  FlowRule counter(PortId p, PortId from, std::uint16_t priority) const {
    std::string match = fmt::format("in_port={}", number(p));
    if (from != no_id) match += ",dl_src=" + mac_text(probe_source(from));
    return {0, priority, probe_cookie, match + fmt::format(",dl_type={:#06x}", probe_ether_type), "drop"};
  }
  std::string name(PortId p) const {
    const SwitchId s = network_.owner[p];
    return fmt::format("{} port {}", switch_name(network_, s), p - network_.first_port[s]);
  }

  template <class Each>
  void each_port(SwitchId s, Each each) const {
    for (PortId p = network_.first_port[s]; p < network_.first_port[s + 1]; ++p)
      if (between_switches(p)) each(p);
  }

  /// Adds two counting rules at each port: for the expected probe, and for any other probe.
  void add_counters(bool add) {
    const auto kind = add ? SwitchChange::Kind::add_rule : SwitchChange::Kind::remove_rule;
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      std::vector<SwitchChange> changes;
      each_port(s, [&](PortId p) {
        changes.push_back({kind, counter(p, network_.peer[p], probe_priority + 1), {}, probe_seconds});
        changes.push_back({kind, counter(p, no_id, probe_priority), {}, probe_seconds});
      });
      take(switches_[s]->apply(changes));
    }
  }
  void take(const Problems& problems) {
    report_.problems.insert(report_.problems.end(), problems.begin(), problems.end());
  }
  void send_all() {
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      std::vector<ProbeFrame> frames;
      each_port(s, [&](PortId p) {
        frames.push_back({probe_source(p), probe_source(network_.peer[p]), number(p), false});
        report_.cables += p < network_.peer[p];
      });
      if (!frames.empty()) take(switches_[s]->send(frames));
    }
  }
  /// The count of each port's rule; a missing rule counts 0.
  std::map<PortId, std::uint64_t> counted(bool expected) {
    std::map<PortId, std::uint64_t> counts;
    for (SwitchId s = 0; s < network_.switches(); ++s) {
      const auto state = switches_[s]->read();
      if (!state) {
        take(state.problems());
        continue;
      }
      each_port(s, [&](PortId p) {
        const FlowRule rule =
            expected ? counter(p, network_.peer[p], probe_priority + 1) : counter(p, no_id, probe_priority);
        for (const InstalledRule& held : state->rules)
          if (held.rule == rule) counts[p] = held.packets;
      });
    }
    return counts;
  }
  /// Counters of a real switch lag.
  void wait_for_probes() {
    for (int tries = 0; tries < 10; ++tries) {
      missing_.clear();
      auto counts = counted(true);
      for (SwitchId s = 0; s < network_.switches(); ++s)
        each_port(s, [&](PortId p) {
          if (counts[p] == 0) missing_.push_back(p);
        });
      if (missing_.empty() || !report_.problems.empty()) break;
      clock_.wait(std::chrono::milliseconds{300});
    }
    report_.probed = report_.cables - static_cast<std::uint32_t>(missing_.size() / 2);
  }
  /// Sends one probe at a time to find where it arrives.
  void name_wrong_cables() {
    for (const PortId to : missing_) {
      const PortId from = network_.peer[to];
      auto before = counted(false);
      const SwitchId s = network_.owner[from];
      take(switches_[s]->send({{probe_source(from), probe_source(to), number(from), false}}));
      PortId arrived = no_id;
      for (int tries = 0; tries < 5 && arrived == no_id; ++tries) {
        clock_.wait(std::chrono::milliseconds{300});
        for (const auto& [p, count] : counted(false))
          if (count > before[p]) arrived = p;
      }
      if (arrived == no_id)
        report_.problems.push_back(
            {name(from), fmt::format("a cable is missing: a probe to {} arrives nowhere", name(to)),
             "connect the two ports, or see whether one of them is down (ebb fabric status)"});
      else
        report_.problems.push_back(
            {name(from),
             fmt::format("a wrong cable: it leads to {}, but to {} in the plan", name(arrived), name(to)),
             "move the cable, or correct `ports` in the inventory"});
    }
  }

  const Network& network_;
  const std::vector<SwitchDriver*>& switches_;
  const std::vector<std::vector<std::uint32_t>>& ports_;
  RolloutClock& clock_;
  CablingReport report_;
  std::vector<PortId> missing_;  ///< ports where no probe arrived
};

}  // namespace

CablingReport check_cabling(const Network& network, const std::vector<SwitchDriver*>& switches,
                            const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock) {
  return CableProbe(network, switches, ports, clock).check();
}

bool cabling_is_right(const Network& network, const std::vector<SwitchDriver*>& switches,
                      const std::vector<std::vector<std::uint32_t>>& ports, RolloutClock& clock) {
  return CableProbe(network, switches, ports, clock).is_right();
}

Result<std::vector<std::uint32_t>> find_ports(SwitchDriver& driver, const InventorySwitch& entry) {
  const auto found = driver.ports();
  if (!found) return found.problems();
  std::vector<std::string> names;
  for (const PortState& port : *found) names.push_back(port.name);
  std::vector<std::uint32_t> numbers;
  Problems problems;
  for (const std::string& wanted : entry.ports) {
    auto port =
        std::find_if(found->begin(), found->end(), [&](const PortState& p) { return p.name == wanted; });
    if (port == found->end())
      port = std::find_if(found->begin(), found->end(),
                          [&](const PortState& p) { return fmt::format("{}", p.number) == wanted; });
    if (port == found->end())
      problems.push_back({fmt::format("{}.ports", entry.name),
                          fmt::format("names \"{}\", but bridge {} has no such port", wanted, entry.bridge),
                          name_hint(wanted, names)});
    else
      numbers.push_back(port->number);
  }
  if (!problems.empty()) return problems;
  return numbers;
}

}  // namespace ebb::inline fabric
