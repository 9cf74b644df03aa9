#include "fabric/openflow/version_slot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/openflow/frame.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

/// The groups of a slot have their own numbers.
constexpr std::uint32_t group_of(std::uint32_t slot, std::uint32_t id) {
  return our_groups + (slot << 20) + (id & 0xf'ffff);
}

class Stamp {
 public:
  Stamp(std::uint32_t slot, const std::vector<std::uint32_t>& ports, const std::vector<bool>& to_host)
      : slot_(slot), ports_(ports), to_host_(to_host) {}

  /// Outputs to switches come first, with the tag; then the tag is removed for the hosts.
  std::string actions(const std::string& text) const {
    std::vector<std::string> tagged, bare;
    for (const std::string& action : cut_list(text)) {
      if (action.starts_with("group:"))
        tagged.push_back(fmt::format(
            "group:{}", group_of(slot_, static_cast<std::uint32_t>(std::stoul(action.substr(6))))));
      else
        (leaves_to_host(action) ? bare : tagged).push_back(action);
    }
    if (!bare.empty()) tagged.push_back("pop_vlan");
    tagged.insert(tagged.end(), bare.begin(), bare.end());
    return fmt::format("{}", fmt::join(tagged, ","));
  }
  std::string bucket(const std::string& text) const {
    const std::size_t begin = text.find("actions=") + 8;
    return text.substr(0, begin) + actions(text.substr(begin));
  }
  /// Every rule of a version matches its tag. The tag follows the port, as in Open vSwitch's own dumps.
  std::string match(const std::string& text) const {
    const std::string tag = fmt::format("dl_vlan={}", slot_tag(slot_));
    if (text.empty()) return tag;
    if (!text.starts_with("in_port=")) return tag + "," + text;
    const std::size_t end = std::min(text.find(','), text.size());
    return text.substr(0, end) + "," + tag + text.substr(end);
  }

 private:
  bool leaves_to_host(const std::string& action) const {
    if (action == "IN_PORT") return true;  // only hosts receive replies
    for (std::size_t p = 0; p < ports_.size(); ++p)
      if (to_host_[p] && action == fmt::format("output:{}", ports_[p])) return true;
    return false;
  }
  std::uint32_t slot_;
  const std::vector<std::uint32_t>& ports_;
  const std::vector<bool>& to_host_;
};

}  // namespace

std::uint32_t slot_of(const FlowRule& rule) {
  for (std::uint32_t slot = 0; slot < version_slots; ++slot) {
    if (rule.table == slot_table(slot)) return slot;
    if (rule.table == 0 && rule.actions.ends_with(fmt::format("goto_table:{}", slot_table(slot))))
      return slot;
  }
  return version_slots;
}

SwitchProgram stamped(const SwitchProgram& plain, std::uint32_t slot, std::uint64_t cookie,
                      const std::vector<std::uint32_t>& ports, const std::vector<bool>& to_host,
                      const std::vector<std::string>& edge) {
  const Stamp stamp(slot, ports, to_host);
  SwitchProgram program{plain.name, {}, {}};
  for (std::size_t p = 0; p < ports.size(); ++p)
    program.rules.push_back(
        to_host[p]
            ? FlowRule{0, edge_priority, cookie, fmt::format("in_port={}", ports[p]),
                       fmt::format("push_vlan:0x8100,set_field:{}->vlan_vid,{}goto_table:{}",
                                   0x1000 + slot_tag(slot), edge.empty() ? "" : edge[p], slot_table(slot))}
            : FlowRule{0, transit_priority, cookie,
                       fmt::format("in_port={},dl_vlan={}", ports[p], slot_tag(slot)),
                       fmt::format("goto_table:{}", slot_table(slot))});
  for (const FlowRule& rule : plain.rules)
    program.rules.push_back(
        {slot_table(slot), rule.priority, cookie, stamp.match(rule.match), stamp.actions(rule.actions)});
  for (const FlowGroup& group : plain.groups) {
    FlowGroup made{group_of(slot, group.id), group.type, {}};
    for (const std::string& bucket : group.buckets) made.buckets.push_back(stamp.bucket(bucket));
    program.groups.push_back(std::move(made));
  }
  return program;
}

namespace {

SwitchProgram stamped_program(const Network& network, const ProgramMaker& maker, SwitchId s,
                              std::uint32_t slot) {
  const ProgramOptions& options = maker.options();
  std::vector<std::uint32_t> ports;
  std::vector<bool> to_host;
  std::vector<std::string> edge;
  for (std::uint32_t local = 0; local < network.ports_of(s); ++local) {
    const PortId other = network.peer[network.first_port[s] + local];
    ports.push_back(options.openflow_port(s, local));
    to_host.push_back(network.is_host_port(other));
    std::string& actions = edge.emplace_back();
    if (options.classes) actions = fmt::format("set_field:{}->vlan_pcp,", no_class_yet);
    if (to_host.back() && !options.own_addresses.empty())
      actions += fmt::format("set_field:{}->eth_src,",
                             mac_text(mac_of(maker.plan().address(network.host_at(other)))));
  }
  return stamped(maker.program(s), slot, cookie_of(options.version), ports, to_host, edge);
}

}  // namespace

std::vector<SwitchProgram> stamped_programs(const Network& network, const ProgramMaker& maker,
                                            std::uint32_t slot) {
  std::vector<SwitchProgram> programs;
  for (SwitchId s = 0; s < network.switches(); ++s)
    programs.push_back(stamped_program(network, maker, s, slot));
  return programs;
}

SwitchProgram complete_program(const Network& network, const ProgramMaker& maker, SwitchId s) {
  return maker.options().needs_slot() ? stamped_program(network, maker, s, 0) : maker.program(s);
}

std::vector<SwitchProgram> complete_programs(const Network& network, const ProgramMaker& maker) {
  std::vector<SwitchProgram> programs;
  for (SwitchId s = 0; s < network.switches(); ++s) programs.push_back(complete_program(network, maker, s));
  return programs;
}

}  // namespace ebb::inline fabric
