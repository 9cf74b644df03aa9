// Consolidates traffic on few cables (TCEP: Kim, Choi and Kim, ISCA 2018), on the stages of a butterfly's
// rows (routing/butterfly/butterfly_stages.hpp). A cable goes off, although it carries something, when the
// cable that its packets take instead can carry that, too, and stays below a high-water mark. It comes on
// when that cable exceeds the mark and enough packets were diverted (TCEP's virtual utilisation).
//
// Their summary was read; the marks and the two epochs are recalled. What differs here:
// - What always stays on is a line through each row, a mesh; TCEP has a star. So detours are longer.
// - A cable cannot tell minimal traffic from other traffic. TCEP switches off the cable with least minimal
//   traffic; here each one decides by itself, and counts its traffic twice, because a detour has two hops.
// - TCEP changes one cable of a router at a time. Here those of one row share the load that they see, and an
//   epoch of going off is `off_epochs` of coming on.
// - Dragonflies have no such stages.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline power {

struct Tcep final : Policy {
  double high_water = 0.75, virtual_load = 0.1;
  std::int64_t off_epochs = 10;

  static constexpr auto fields() {
    return std::tuple{
        field("high_water", &Tcep::high_water,
              "share of full rate up to which a cable is filled with traffic of others that are off", a_part),
        field("virtual_load", &Tcep::virtual_load,
              "diverted share of full rate from which on a cable may come back", a_part),
        field("off_epochs", &Tcep::off_epochs, "between two decisions to go off", {1, 1'000'000})};
  }
  Problems check() const override {
    Problems problems;
    require_share(problems, "high_water", high_water);
    require_share(problems, "virtual_load", virtual_load);
    if (off_epochs < 1)
      problems.push_back({"off_epochs", "must be positive", "10 waits ten times as long as to come on"});
    return problems;
  }
  Problems fit(const RateLevels& rates, const PolicyContext& around) override {
    epoch_ = around.epoch;
    Problems problems;
    require_off_state(problems, rates);
    return problems;
  }
  Requirements requirements() const override {
    return {.topology = true, .clocks = {.epochs = static_cast<double>(off_epochs + 1)}};
  }

  Decision decide(const ChannelView& channel, const RateLevels& rates) const override {
    if (channel.stage == 0) return {rates.fastest(), "never off"};
    return channel.memory.bits == is_off ? while_off(channel, rates) : while_on(channel, rates);
  }

 private:
  static constexpr std::uint64_t is_off = 1;  ///< in the memory's `bits`; `level` counts epochs

  Decision while_on(const ChannelView& channel, const RateLevels& rates) const {
    const double epochs = channel.memory.level + 1;
    if (epochs < static_cast<double>(off_epochs))
      return {.want = rates.fastest(), .why = "on: decides later", .memory = {.level = epochs}};
    if (2 * channel.load(rates.fastest()) + channel.detour_load <= high_water && !channel.stage_after_up)
      return off(rates, "others can carry its traffic: it goes off");
    return {rates.fastest(), "others cannot carry its traffic"};
  }
  /// It is evaluated when so much was diverted within an epoch.
  Decision while_off(const ChannelView& channel, const RateLevels& rates) const {
    if (channel.waiting().v > 0) return {rates.fastest(), "something waits for it"};
    ChannelView missing = channel;
    missing.sent = channel.diverted;
    missing.since = std::max(channel.since, epoch_);  // a short burst of packets is no load
    if (missing.load(rates.fastest()) < virtual_load) return off(rates, "too few bytes are diverted");
    if (channel.detour_load <= high_water) return off(rates, "the detour has room");
    return {rates.fastest(), "the detour is full: it comes on"};
  }
  Decision off(const RateLevels& rates, std::string_view why) const {
    const double full = static_cast<double>(epoch_.v) * static_cast<double>(rates.fastest().v) / 8e12;
    const auto diverted = static_cast<std::int64_t>(full * virtual_load);
    return {.want = rates[0],
            .why = why,
            .evaluate_after = Decision::never,
            .memory = {.bits = is_off},
            .evaluate_at_diverted = {std::max<std::int64_t>(1, diverted)}};
  }

  Picoseconds epoch_ = 10_us;  ///< as fitted
};

}  // namespace ebb::inline power
