// Changes the topology with the load (Abts, section 5.2). A butterfly at low load is a mesh. As load grows,
// cables that make it a torus come on, then all others; they go off again as load falls. Each channel decides
// by itself, from what it sent, or what was diverted while it was off, as shares of full rate. A cable is on
// as long as one of its two channels requests it.
//
// (The counter of diverted bytes is TCEP's. Its star of cables that are always on is a mesh here, and its
// order of switching follows from the three stages.)
#pragma once

#include <array>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/halve_double.hpp"

namespace ebb::inline power {

enum class RateWhenOn : std::uint8_t { full, halve_double };
constexpr auto names_of(RateWhenOn) { return std::array<std::string_view, 2>{"full", "halve_double"}; }

struct DynamicTopology final : Policy {
  double off_below = 0.2, max_detour_load = 0.6, ring_above = 0.1, chord_above = 0.4;
  std::int64_t quiet_epochs = 3;
  bool in_order = true;
  RateWhenOn rate = RateWhenOn::full;
  double target = 0.5;

  static constexpr auto fields() {
    using D = DynamicTopology;
    return std::tuple{
        field("off_below", &D::off_below, "share of full rate below which a cable is quiet", a_part),
        field("max_detour_load", &D::max_detour_load,
              "share of full rate up to which the cable that packets would take instead may be filled",
              a_part),
        field("quiet_epochs", &D::quiet_epochs, "in a row, after which it goes off", {1, 1'000'000}),
        field("ring_above", &D::ring_above, "diverted share of full rate above which a torus cable comes on",
              a_part),
        field("chord_above", &D::chord_above, "the same for all further cables", a_part),
        field(
            "in_order", &D::in_order,
            "while the torus cable of their row is off, twice as much must be diverted from further cables; "
            "it stays on until they are off"),
        field("rate", &D::rate, "of channels that are on: full, or following their load"),
        field("target", &D::target, "busy share of an epoch that `halve_double` steers to", a_part)};
  }
  Problems check() const override;
  Problems fit(const RateLevels& rates, const PolicyContext& around) override;
  Requirements requirements() const override {
    return {.topology = true, .clocks = {.epochs = static_cast<double>(quiet_epochs + 1)}};
  }

  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.stage == 0) return on(channel, rates, "never off");
    return channel.memory.bits == is_off ? while_off(channel, rates) : while_on(channel, rates);
  }

 private:
  /// The requested state is stored as `bits`: a channel that requests off may be on, for the other direction.
  /// `level` counts quiet epochs.
  static constexpr std::uint64_t is_off = 1;

  Decision on(const ChannelView& channel, const RateLevels& rates, std::string_view why) const;
  Decision off(const ChannelView& channel, const RateLevels& rates, std::string_view why) const;
  Decision while_on(const ChannelView& channel, const RateLevels& rates) const;
  Decision while_off(const ChannelView& channel, const RateLevels& rates) const;
  /// Out of order the threshold is twice as high, not more: the torus cable does not serve all traffic.
  double wake_above(const ChannelView& channel) const {
    if (channel.stage == 1) return ring_above;
    return in_order && !channel.stage_before_up ? 2 * chord_above : chord_above;
  }

  Picoseconds epoch_ = 10_us;
};

}  // namespace ebb::inline power
