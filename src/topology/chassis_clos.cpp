#include "topology/chassis_clos.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/medium.hpp"
#include "network/builder.hpp"
#include "network/shape.hpp"

namespace ebb::inline topology {
namespace {

constexpr auto up_division = ChassisClos::up_division;

/// Returns how many of the numbers 0, 1, …, total - 1 go to one of n when they are assigned in turn.
std::int64_t dealt(std::int64_t total, std::int64_t index, std::int64_t n) {
  return total / n + (index < total % n ? 1 : 0);
}

/// One chassis: `outside` ports in use on each of its sides, filling line chip after line chip. The line
/// chips' inner connections are assigned to its spine chips in turn. Stage 2 has two sides, stage 3 one.
struct Chassis {
  std::int64_t outside = 0, sides = 0, half = 0;

  std::int64_t line_chips() const { return up_division(outside, half); }  // of one side
  std::int64_t spine_chips() const { return up_division(sides * outside, 2 * half); }
  std::int64_t line_ports(std::int64_t chip) const { return 2 * std::min(half, outside - chip * half); }
  std::int64_t spine_ports(std::int64_t chip) const { return sides * dealt(outside, chip, spine_chips()); }
  std::int64_t chips() const { return sides * line_chips() + spine_chips(); }
  std::int64_t least_ports() const {
    return std::min(line_ports(line_chips() - 1), spine_ports(spine_chips() - 1));
  }
};

/// The chassis of a stage: all alike except the last.
struct Stage {
  Chassis full, last;
  std::int64_t count = 0;

  Stage(std::int64_t outside, std::int64_t per_chassis, std::int64_t sides, std::int64_t half)
      : full{per_chassis, sides, half},
        last{(outside - 1) % per_chassis + 1, sides, half},
        count(up_division(outside, per_chassis)) {}
  const Chassis& at(std::int64_t chassis) const { return chassis == count - 1 ? last : full; }
  std::int64_t chips() const { return (count - 1) * full.chips() + last.chips(); }
};

Stage stage2(const ChassisClos& t) { return {t.hosts, t.chassis_ports() / 2, 2, t.radix / 2}; }
Stage stage3(const ChassisClos& t) { return {t.hosts, t.chassis_ports(), 1, t.radix / 2}; }

SwitchId add_line_chips(NetworkBuilder& builder, const Stage& stage) {
  const SwitchId first = builder.switches();
  for (std::int64_t c = 0; c < stage.count; ++c)
    for (std::int64_t i = 0; i < stage.at(c).line_chips(); ++i)
      builder.add_switches(1, u32(stage.at(c).line_ports(i)));
  return first;
}

SwitchId add_spine_chips(NetworkBuilder& builder, const Stage& stage) {
  const SwitchId first = builder.switches();
  for (std::int64_t c = 0; c < stage.count; ++c)
    for (std::int64_t i = 0; i < stage.at(c).spine_chips(); ++i)
      builder.add_switches(1, u32(stage.at(c).spine_ports(i)));
  return first;
}

/// Joins the line chips of one side with the spine chips. A line chip's outside ports come first, a spine
/// chip's ports to side 0 before those to side 1.
void wire_chassis(NetworkBuilder& builder, const Stage& stage, std::int64_t side, SwitchId first_line,
                  SwitchId first_spine, std::uint8_t link_class) {
  for (std::int64_t c = 0; c < stage.count; ++c) {
    const Chassis& chassis = stage.at(c);
    const std::int64_t n = chassis.spine_chips();
    for (std::int64_t k = 0; k < chassis.outside; ++k) {
      const std::int64_t line = k / chassis.half, spine = k % n;
      const std::int64_t line_port = chassis.line_ports(line) / 2 + k % chassis.half;
      const std::int64_t spine_port = side * dealt(chassis.outside, spine, n) + k / n;
      builder.connect(first_line + u32(c * stage.full.line_chips() + line), u32(line_port),
                      first_spine + u32(c * stage.full.spine_chips() + spine), u32(spine_port), link_class);
    }
  }
}

}  // namespace

Problems ChassisClos::check() const {
  Problems problems;
  require_at_least(problems, "radix", radix, 4);
  if (radix % 4 != 0 || radix > most_radix)
    problems.push_back({"radix",
                        fmt::format("is {}, but must be a multiple of 4 and at most {}", radix, most_radix),
                        "a chassis holds radix/2 line chips and radix/4 spine chips"});
  if (!problems.empty()) return problems;
  const std::int64_t least = chassis_ports() / 2 + 1;
  const std::int64_t most = saturating_product(chassis_ports() / 2, chassis_ports());
  if (hosts < least || hosts > most)
    problems.push_back(
        {"hosts", fmt::format("is {}, but chips of {} ports make {} to {}", hosts, radix, least, most),
         "fewer fit into one chassis (use folded_clos with 2 levels), more need a larger radix"});
  require_buildable(problems, "hosts", saturating_product(hosts, 10));
  return problems;
}

Facts ChassisClos::facts() const {
  const Stage lower = stage2(*this), upper = stage3(*this);
  Facts f;
  f.hosts = hosts;
  f.access_switches = up_division(hosts, radix / 2);
  f.switches = lower.chips() + upper.chips();
  f.spare_switches = chips() - f.switches;
  f.ports_used = 9 * hosts;  // 1 + 1 host side, 2 spine, 1 + 1 up side; above 1 + 1 line, 1 spine
  f.ports_least = std::min(lower.last.least_ports(), upper.last.least_ports());
  f.ports_most = radix;  // the first chassis of stage 2 is always full
  f.add_cables(Medium::copper, hosts);
  f.add_cables(Medium::optical, hosts);
  f.add_cables(Medium::backplane, 3 * hosts);
  f.bisection_cables = hosts / 2;  // one for each host of a half: nothing is oversubscribed
  f.diameter = 8;                  // up through two chips to the outside, three of stage 3, and down again
  return f;
}

ChassisClos::TopPort ChassisClos::top_port(std::int64_t uplink) const {
  const Stage upper = stage3(*this);
  const std::int64_t together = upper.last.outside * upper.count;
  if (uplink < together) return {uplink % upper.count, uplink / upper.count};
  const std::int64_t later = uplink - together;
  return {later % (upper.count - 1), upper.last.outside + later / (upper.count - 1)};
}

Network ChassisClos::build(const Cables& cables) const {
  const Stage lower = stage2(*this), upper = stage3(*this);
  const std::int64_t half = radix / 2;
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  const std::uint8_t inside = builder.add_class(cables.link("inside a chassis", Medium::backplane));
  const std::uint8_t between = builder.add_class(cables.link("between the stages", Medium::optical));
  // Level by level, so that host h is on host-side line chip h / half, and uplink j on up-side chip j / half.
  const SwitchId host_side = add_line_chips(builder, lower), spine2 = add_spine_chips(builder, lower);
  const SwitchId up_side = add_line_chips(builder, lower);
  const SwitchId line3 = add_line_chips(builder, upper), spine3 = add_spine_chips(builder, upper);
  builder.set_hosts(u32(hosts));
  attach_hosts(builder, hosts, half, host_class, host_side);
  wire_chassis(builder, lower, 0, host_side, spine2, inside);
  wire_chassis(builder, lower, 1, up_side, spine2, inside);
  wire_chassis(builder, upper, 0, line3, spine3, inside);
  for (std::int64_t uplink = 0; uplink < hosts; ++uplink) {
    const TopPort top = top_port(uplink);
    const std::int64_t chip = top.chassis * upper.full.line_chips() + top.port / half;
    builder.connect(up_side + u32(uplink / half), u32(uplink % half), line3 + u32(chip), u32(top.port % half),
                    between);
  }
  return builder.finish(GraphShape{});
}

}  // namespace ebb::inline topology
