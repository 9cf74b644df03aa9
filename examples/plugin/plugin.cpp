// A plugin with a topology, its routing, a traffic pattern and two policies. Its entries look the same as
// those in src/catalogue.
#include "ebb/plugin.hpp"

#include "ebb/policy.hpp"
#include "ebb/traffic.hpp"
#include "ring.hpp"
#include "ring_clockwise.hpp"

namespace ring {

/// Sends to the host half way round the ring.
struct Opposite final : ebb::Permutation {
 protected:
  ebb::Result<std::vector<ebb::HostId>> partners(const ebb::Network& network, std::uint64_t) const override {
    return ebb::partner_table(network.hosts,
                              [&](ebb::HostId h) { return (h + network.hosts / 2) % network.hosts; });
  }
};

/// Raises a busy channel to full rate at once; lowers it by one rate level only after several quiet epochs.
struct Patient final : ebb::Policy {
  double target = 0.5;
  std::int64_t patience = 3;

  static constexpr auto fields() {
    return std::tuple{
        ebb::field("target", &Patient::target,
                   "busy share of an epoch above which a channel goes to full rate", ebb::a_share),
        ebb::field("patience", &Patient::patience, "quiet epochs before a step down")};
  }
  ebb::Problems check() const override {
    if (patience >= 1) return {};
    return {{"patience", "must be at least 1", "with 1 each quiet epoch is a step down"}};
  }
  ebb::Decision decide(const ebb::ChannelView& channel, const ebb::RateLevels& rates) const override {
    if (channel.utilisation > target) return {rates.fastest(), "busier than the target"};
    ebb::ChannelMemory memory = channel.memory;
    if (++memory.bits < static_cast<std::uint64_t>(patience))
      return {.want = channel.rate, .why = "quiet, but not for long", .memory = memory};
    return {rates.next_slower(channel.rate), "quiet for long enough"};
  }
};

/// Keeps a latency bound in the simplest way: the slowest rate as long as packets have delay to spare.
struct Spender final : ebb::Policy {
  ebb::Picoseconds bound{20'000'000};

  static constexpr auto fields() {
    return std::tuple{
        ebb::field("bound", &Spender::bound, "by how much the mean latency of packets may grow")};
  }
  ebb::Problems check() const override {
    if (bound.v > 0) return {};
    return {{"bound", "must be positive", "for example: \"20us\""}};
  }
  /// The network keeps the delay budget, a run at full rate comes first, and the result reports whether the
  /// bound was kept.
  ebb::Requirements requirements() const override {
    ebb::LatencyBound stated;
    stated.bound = bound;
    stated.per_packet = {bound.v / 2};  // a wire that is slow also delays packets behind others
    stated.kept = {bound.v * 100};
    return {.full_rate_latency = true, .latency_bound = stated};
  }
  ebb::Decision decide(const ebb::ChannelView& channel, const ebb::RateLevels& rates) const override {
    if (channel.delay_budget_left > 0) return {rates.slowest(), "packets have delay to spare"};
    return {rates.fastest(), "the delay budget is spent"};
  }
};

}  // namespace ring

EBB_PLUGIN(plugin) {
  plugin.add(ebb::entry<ebb::Topology, ring::Ring>("ring", "every switch joined to the next"));
  plugin.add(ring::ring_clockwise());
  plugin.add(ebb::entry<ebb::Pattern, ring::Opposite>("opposite", "to the host half way round"));
  plugin.add(ebb::entry<ebb::Policy, ring::Patient>("patient", "full rate at once, slower after a while"));
  plugin.add(
      ebb::entry<ebb::Policy, ring::Spender>("spender", "slowest rate while a latency bound allows it"));
}
