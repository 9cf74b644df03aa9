// Abts' folded Clos (section 2.2): two stages of chassis, each chassis a non-blocking network of its own made
// of radix-port chips. A chassis holds radix/2 line chips, half of whose ports lead outside, and radix/4
// spine chips: with 36 ports, 27 chips and 324 ports. Stage-2 chassis have hosts on half of their ports and
// uplinks on the other half; stage-3 chassis have all their ports down. There is no stage below: hosts are
// connected to the line chips of a stage-2 chassis.
//
// Chassis are filled one after the other, so only the last of each stage has unused ports and chips.
//
// Table 1 of the paper prints 49,152 electrical and 65,536 optical links beside this structure. They are not
// its cables: it has 32,768 to hosts, 32,768 between the stages and 98,304 connections on backplanes
// ("free"). The paper does not state how it counted. One count that gives both exactly is half the *switch
// ports* of a plain folded Clos of four levels: one port for each host and two for each cable inside a pod,
// (1 + 2) * 32,768 / 2 = 49,152 electrical; two ports for each cable of the two levels above, (2 + 2) *
// 32,768 / 2 = 65,536 optical. (folded_clos_test.cpp computes them so.) Another count uses the chassis: all
// cables that leave one are optical, and each pair of chips that a backplane joins is one electrical link
// (`ebb reproduce abts-table1` shows that one).
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "topology/counts.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct ChassisClos final : Topology {
  std::int64_t hosts = 32'768, radix = 36;

  static constexpr auto fields() {
    return std::tuple{
        field("hosts", &ChassisClos::hosts, "hosts in the network", two_or_more),
        field("radix", &ChassisClos::radix, "ports of every chip; a multiple of 4", {4, most_radix})};
  }
  Problems check() const override;
  Facts facts() const override;
  Network build(const Cables& cables) const override;

  std::int64_t chassis_ports() const { return radix * radix / 4; }
  std::int64_t chips_per_chassis() const { return radix / 2 + radix / 4; }
  std::int64_t stage2_chassis() const { return up_division(hosts, chassis_ports() / 2); }
  std::int64_t stage3_chassis() const { return up_division(hosts, chassis_ports()); }
  /// Chips bought; facts().switches counts those with a cable or backplane connection in use.
  std::int64_t chips() const { return chips_per_chassis() * (stage2_chassis() + stage3_chassis()); }

  /// The end of uplink j of all stage-2 chassis, numbered consecutively: uplinks are assigned row by row to
  /// all stage-3 chassis. The last one, which may be smaller, takes part while it has ports left.
  struct TopPort {
    std::int64_t chassis = 0, port = 0;
  };
  TopPort top_port(std::int64_t uplink) const;

  static std::int64_t up_division(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
};

}  // namespace ebb::inline topology
