// Dynamic link shutdown (Kim's DLS). A switch keeps on the links that its busy destinations need, and as many
// more as keep every destination reachable; all others go off. It decides once in an epoch, the paper's
// observation window, from its own forwarding table and the loads of its own links (link_needs.hpp).
//
// What goes off is a cable, when both of its ends agree, or a single channel, by the decision of its own end
// alone: the paper's module sets the supply of the link's transmitter. Credits for packets of the other
// direction then go back over a channel that is off (engine/model/flow/credit_path.hpp).
//
// A link that comes on runs at its slowest rate until its supply is stable. Then it has full rate, or follows
// its load level by level where DVS and DLS work together (history_rule.hpp). DVS may have a window of its
// own then, longer than that of DLS: it goes on while a link is off, and the link returns to the rate it asks
// for.
#pragma once

#include <algorithm>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/policy/history_rule.hpp"
#include "power/policy/link_needs.hpp"
#include "power/policy/shutdown_unit.hpp"

namespace ebb::inline power {

enum class RateWhileOn : std::uint8_t { full, history_dvs };
constexpr auto names_of(RateWhileOn) { return std::array<std::string_view, 2>{"full", "history_dvs"}; }

struct LinkShutdown final : Policy, HistoryRule {
  double t_max = 0.5, t_low = 0.05;
  Picoseconds settle = 18_us, history_window{};
  RateWhileOn while_on = RateWhileOn::full;
  ShutdownUnit unit = ShutdownUnit::cable;

  static constexpr auto fields() {
    using L = LinkShutdown;
    const std::tuple own{
        field("t_max", &L::t_max,
              "sum of the loads of a destination's links above which all of them are on; loads are shares of "
              "full rate",
              {0, 1024}),
        field("t_low", &L::t_low,
              "load of a link below which it may go off although all destinations are in heavy use", a_part),
        field("settle", &L::settle,
              "time at the slowest rate after a link has come on, until its supply has settled"),
        field(
            "history_window", &L::history_window,
            "with history_dvs: time between two looks at the history, which goes on while a link is off; 0: "
            "the epoch, while it is on"),
        field("while_on", &L::while_on, "rate of links that are on: full, or by the history of their load"),
        field("unit", &L::unit, unit_help)};
    return std::tuple_cat(own, history_fields());
  }
  Problems check() const override;
  Problems fit(const RateLevels& rates, const PolicyContext& around) override;
  Requirements requirements() const override {
    return {.queue = true,
            .downstream = while_on == RateWhileOn::history_dvs,
            .topology = true,
            .tables = true,
            .single_channels = unit == ShutdownUnit::channel,
            .clocks = {.longest = std::max(settle, history_window)}};
  }
  Decision decide(const ChannelView& channel, const RateLevels& rates) const override;

 private:
  /// The requested state is the lowest part of the memory's `bits`: a channel that requests off may be on,
  /// for the other direction. With a window of the history the parts above are the rate level that it asks
  /// for, and the nanoseconds of the present window; `trend` is then what was sent in it.
  static constexpr std::uint64_t is_on = 0, is_off = 1, is_settling = 2, states = 4;
  static constexpr int level_at = 2, elapsed_at = 8;
  static std::uint64_t state_of(const ChannelView& channel) { return channel.memory.bits % states; }
  bool has_window() const { return history_window.v > 0 && while_on == RateWhileOn::history_dvs; }

  /// Returns why the link has to be on, from the forwarding table and the loads of its switch.
  LinkNeed need_of(const ChannelView& channel) const {
    if (!channel.links) return LinkNeed::none;
    return choose_links(*channel.links, {t_max, t_low})[channel.port];
  }
  Decision on(const ChannelView& channel, const RateLevels& rates, std::string_view why) const;
  Decision off(const ChannelView& channel, const RateLevels& rates, std::string_view why) const;
  Decision wake(const ChannelView& channel, const RateLevels& rates, std::string_view why) const;
  Decision follow_in_windows(const ChannelView& channel, const RateLevels& rates) const;
};

}  // namespace ebb::inline power
