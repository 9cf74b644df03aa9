// A performance promise (the patent's "performance threshold at minimum energy"): the user states by how much
// latency may grow, and each channel spends its share of that, slowest rate first.
//
// Every packet earns the channel a budget, the bound over the channels of a path, and costs what it left
// later than it would have at full rate. A channel becomes slower only while its balance is not negative, and
// goes to full rate when it is, or as soon as too much waits. So between two slowdowns the mean added delay
// is at most the budget: the mean per channel is kept; what follows from it for whole paths, and the 99th
// percentile, is aimed at (docs/energy.md).
#pragma once

#include <array>
#include <string_view>

#include "power/policy.hpp"

namespace ebb {

enum class PromisedFigure : std::uint8_t { mean, p99 };
constexpr auto names_of(PromisedFigure) { return std::array<std::string_view, 2>{"mean", "p99"}; }

struct Promise final : Policy {
  Picoseconds bound = 20_us, baseline{};
  double percent = 0;
  PromisedFigure of = PromisedFigure::mean;
  std::int64_t path = 0, credit = 1000;

  static constexpr auto fields() {
    return std::tuple{
        field("bound", &Promise::bound, "by how much the latency of packets may grow"),
        field("percent", &Promise::percent,
              "the same in percent of `baseline`, instead of `bound`; 0: not so"),
        field("of", &Promise::of,
              "what must not grow more: the mean, kept, or the 99th percentile, aimed at"),
        field("baseline", &Promise::baseline,
              "latency at full rate; 0: the least one in an empty network, so the promise is the stricter"),
        field("path", &Promise::path, "channels that share the bound; 0: those of the longest path"),
        field("credit", &Promise::credit, "packets whose unspent budget a channel keeps at most")};
  }
  Problems check() const override;
  Problems fit(const RateLadder& rates, const Surroundings& place) override;
  /// Remembers the balance in picoseconds as `level`, the load as a share of full rate as `trend`, and the
  /// size of a packet in bytes as `bits`.
  Decision decide(const ChannelView& channel, const RateLadder& rates) const override;

  /// Of one packet on one channel.
  Picoseconds budget() const { return budget_; }

 private:
  ChannelMemory remembered(const ChannelView& channel, double seen) const;
  double expected_packets(double load, const ChannelMemory& memory, const RateLadder& rates) const;
  bool affordable(BitsPerSecond rate, double load, const ChannelView& channel, const ChannelMemory& memory,
                  const RateLadder& rates) const;
  bool better_steady(BitsPerSecond rate, double load, const ChannelMemory& memory,
                     const RateLadder& rates) const;
  Bytes too_much(BitsPerSecond rate) const;

  Picoseconds budget_{}, epoch_{}, change_{};
};

}  // namespace ebb
