// The plain executor: one heap, one event at a time, no blocks, no threads. It is slow and obviously correct:
// the oracle that the fast one is compared with.
#pragma once

#include <memory>
#include <optional>

#include "base/units.hpp"
#include "engine/executor.hpp"
#include "engine/model/switching_modes.hpp"
#include "engine/plain/plain_context.hpp"
#include "engine/routing_interface.hpp"
#include "network/network.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

/// Hides the routing, so that the plain executor is compiled once and not once for each routing.
template <class W>
struct PlainRouting : RoutingInterface<PlainWith<W>> {
  /// For a routing that reads published queue lengths: opens them and returns the first published port.
  /// Nothing for others.
  virtual std::optional<std::uint16_t> open_published(PlainContext& context) const = 0;
};

template <class Routing, class W>
struct PlainRoutingOf final : RoutingBehind<Routing, PlainRouting<W>, PlainWith<W>> {
  using Base = RoutingBehind<Routing, PlainRouting<W>, PlainWith<W>>;
  using Base::Base, Base::routing;
  std::optional<std::uint16_t> open_published(PlainContext& context) const override {
    if constexpr (ReadsPublished<Routing>) {
      const NetworkState& state = context.state;
      context.published_lengths.open(state.network, routing.publication_delay(), state.switches.pipeline,
                                     state.lookahead);
      context.place.open(context.published_lengths);
      return routing.first_published();
    }
    return std::nullopt;
  }
};

template <class W>
class PlainExecutor final : public Executor {
 public:
  PlainExecutor(NetworkState& state, Picoseconds batch, std::unique_ptr<PlainRouting<W>> routing);

  void run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) override;
  std::uint64_t window() const override { return window_; }
  bool stopped() const override { return stopped_; }
  Counters counters() const override { return here_.counters; }
  Counts counts() const override { return here_.counters; }
  void keep_decisions(std::uint64_t room) override { here_.decisions.open(room); }
  std::vector<DecisionRecord> take_decisions() override { return here_.decisions.take(); }
  void for_each_packet(const EachPacket& visit) const override;
  void for_each_timed_event(const EachTimedEvent& visit) const override;
  bool has_notifications() const override;
  PoolEntries<Packet> queued_packets(SwitchId) const override { return here_.packets.entries(); }
  PoolEntries<QueuedMessage> messages(SwitchId) const override { return here_.queued_messages.entries(); }

 private:
  void begin_window(std::uint64_t window);
  void handle(const Happening& happening);
  template <class Visit>
  void for_each(Visit&& visit) const;

  PlainWith<W> here_;
  std::unique_ptr<PlainRouting<W>> routing_;
  std::optional<std::uint16_t> first_published_;  ///< for a routing that reads published queue lengths
  std::uint64_t window_ = 0;
  std::optional<std::uint64_t> begun_;  ///< the last window with an event
  bool stopped_ = false;
};

extern template class PlainExecutor<CutThroughCredits>;
extern template class PlainExecutor<StoreAndForwardCredits>;
extern template class PlainExecutor<Ethernet>;
extern template class PlainExecutor<CountedBuffers>;
extern template class PlainExecutor<WormholeCredits>;

}  // namespace ebb::inline engine
