// Follows frames through programs before or after they are loaded. It checks that every pair of hosts is
// connected, that nothing loops, and that channels cannot deadlock in a cycle, and counts the frames of each
// rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/openflow/rule_tables.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct ProgramReport {
  std::uint64_t pairs = 0, delivered = 0;
  std::uint32_t longest_path = 0;  ///< switches
  Problems problems;               ///< pairs that are not connected; the first few
  std::vector<std::string> cycle;  ///< channels that can deadlock when pause frames are on
};

class ProgramWalk {
 public:
  /// `ports` are the OpenFlow numbers of each switch's local ports, `macs` the hosts' addresses.
  static Result<ProgramWalk> of(const Network& network, const std::vector<SwitchProgram>& programs,
                                const std::vector<std::vector<std::uint32_t>>& ports,
                                std::vector<std::uint64_t> macs);

  /// The path of one frame between two hosts: the rules it matches at each switch.
  struct Visit {
    SwitchId at = 0;
    PortId in = 0, out = no_id;
    std::vector<std::size_t> rules;
    std::uint8_t service = 0;  ///< the class in which it leaves
  };
  struct Way {
    std::vector<Visit> visits;
    bool delivered = false;
    std::string failure;
  };
  Way follow(HostId from, HostId to, std::uint16_t type) const;
  ProgramReport all_pairs() const;
  /// The port by which such a frame leaves a switch that it has entered by the port `in`, wherever it comes
  /// from; no_id where it is dropped or sent to several ports.
  PortId out_of(HostId from, HostId to, std::uint16_t type, PortId in) const;

 private:
  /// Sends a frame through the switch of this port, and changes it as the switch does.
  PortId pass(Frame& frame, PortId in, std::vector<std::size_t>& rules, std::string& failure) const;
  ProgramWalk(const Network& network, const std::vector<std::vector<std::uint32_t>>& ports,
              std::vector<std::uint64_t> macs)
      : network_(network), ports_(ports), macs_(std::move(macs)) {}

  const Network& network_;
  const std::vector<std::vector<std::uint32_t>>& ports_;
  std::vector<std::uint64_t> macs_;
  std::vector<RuleTables> tables_;
  int classes_ = 1;  ///< of service that the programs may use
};

}  // namespace ebb::inline fabric
