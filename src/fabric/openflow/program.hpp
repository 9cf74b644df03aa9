// Translates the tables that a plan counts into the contents of a real switch: forwarding rules, and rules
// for address assignment and for broadcast and multicast. Programs are computed, never edited: the same
// network and options give the same texts.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/table_choice.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline fabric {

/// EtherType of a frame that requests an address (Benito, section IV; IEEE 802 reserves it for experiments).
inline constexpr std::uint16_t dmp_ether_type = 0x88b5;

/// Priorities of our rules. Those of a table are added to `forwarding`.
struct RulePriority {
  static constexpr std::uint16_t nothing_matches = 1, forwarding = 1000, to_many = 60000, link_local = 60001,
                                 dmp_drop = 61000, dmp_answer = 61001;
};

/// The priority of a frame's tag that no switch has given a class yet.
inline constexpr std::uint8_t no_class_yet = 7;

/// Groups have no cookie: their number marks them as ours, and its middle part gives the version's slot
/// (version_slot.hpp).
inline constexpr std::uint32_t our_groups = 0xeb00'0000, groups_without_version = 0xebf0'0000;

struct ProgramOptions {
  std::uint32_t version = 1;  ///< of the tables; in the low half of every cookie
  std::uint8_t table = 0;
  bool dmp = true;        ///< switches reply to hosts that request their address
  bool broadcast = true;  ///< broadcast and multicast follow a tree; otherwise they are dropped
  /// Rules match and set a frame's class of service, the priority of its VLAN tag. They need frames that have
  /// a tag, with the priority `no_class_yet` from a host: complete_program() in version_slot.hpp.
  bool classes = false;
  /// The hosts' own MAC addresses (by HostId), where they keep those: the last switch of a frame gives it the
  /// own address of its destination, and the first the hierarchical one of its source (complete_program()).
  /// Empty: the hosts have the hierarchical addresses.
  std::vector<std::uint64_t> own_addresses = {};
  bool needs_slot() const { return classes || !own_addresses.empty(); }
  /// The OpenFlow number of each local port of each switch; where missing, it is the local port + 1.
  std::vector<std::vector<std::uint32_t>> ports = {};

  std::uint32_t openflow_port(SwitchId s, std::uint32_t local) const {
    return s < ports.size() && local < ports[s].size() ? ports[s][local] : local + 1;
  }
};

class PortGroups;

/// Makes the programs of a network, one switch at a time. Keeps references to the network and the routing.
class ProgramMaker {
 public:
  ProgramMaker(const Network& network, const BlockRouting& routing, const TableChoice& tables,
               ProgramOptions options = {});
  /// Rules in descending priority.
  SwitchProgram program(SwitchId s) const;
  std::vector<SwitchProgram> all() const;

  const AddressPlan& plan() const { return plan_; }
  const BlockRouting& routing() const { return routing_; }
  const TableChoice& tables() const { return tables_; }
  const ProgramOptions& options() const { return options_; }

 private:
  FlowRule rule(std::uint16_t priority, std::string match, std::string actions) const;
  void add_forwarding(SwitchId s, SwitchProgram& program) const;
  void add_classed(SwitchId s, const RuleWithAlternatives& entry, PortGroups& groups,
                   SwitchProgram& program) const;
  /// The action that gives a frame the own address of the host at a port; empty where there is none.
  std::string before_host(SwitchId s, std::uint32_t local) const;
  void add_dmp(SwitchId s, SwitchProgram& program) const;
  void add_broadcast(SwitchId s, SwitchProgram& program) const;

  const Network& network_;
  const BlockRouting& routing_;
  TableChoice tables_;
  ProgramOptions options_;
  AddressPlan plan_;
  std::vector<bool> tree_;
};

/// "in_port=3,dl_src=…,dl_dst=…": the match of a table's rule.
std::string match_text(SwitchId s, const Rule& rule, const ProgramOptions& options);

/// For a single switch; for many, keep a ProgramMaker.
SwitchProgram program_of(const Network& network, const BlockRouting& routing, SwitchId s,
                         const TableChoice& tables, const ProgramOptions& options = {});

}  // namespace ebb::inline fabric
