// The fast executor with the routing behind an interface: compiled once, for the switching modes that are
// not worth compiling with each routing.
#pragma once

#include <memory>

#include "base/units.hpp"
#include "engine/model/switching_modes.hpp"
#include "engine/routing_interface.hpp"
#include "engine/threads/pass.hpp"
#include "engine/threads/threads_executor.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

template <class W>
struct ThreadsRouting : RoutingInterface<ThreadContextWith<W>> {
  /// For a routing that reads published queue lengths: the first published port, and how to open them.
  virtual std::optional<std::uint16_t> published_from() const = 0;
  virtual std::optional<Picoseconds> publication_delay() const = 0;
  virtual std::uint32_t published_neighbourhood(SwitchId s) const = 0;
  /// Prefetches the outputs that a packet can take.
  virtual void prefetch_options(const ThreadContextWith<W>& context, const ComingEvent& event,
                                const Packet& packet, bool congested) const = 0;
};

template <class Routing, class W>
struct ThreadsRoutingOf final : RoutingBehind<Routing, ThreadsRouting<W>, ThreadContextWith<W>> {
  using Base = RoutingBehind<Routing, ThreadsRouting<W>, ThreadContextWith<W>>;
  using Base::Base, Base::routing;
  std::optional<std::uint16_t> published_from() const override { return ebb::published_from(routing); }
  std::optional<Picoseconds> publication_delay() const override {
    if constexpr (ReadsPublished<Routing>)
      return routing.publication_delay();
    else
      return std::nullopt;
  }
  std::uint32_t published_neighbourhood(SwitchId s) const override {
    if constexpr (ReadsPublished<Routing>)
      return routing.published_neighbourhood(s);
    else
      return s;
  }
  void prefetch_options(const ThreadContextWith<W>& context, const ComingEvent& event, const Packet& packet,
                        bool congested) const override {
    ebb::prefetch_options(context, routing, event, packet, congested);
  }
};

template <class W>
class ThreadsBehind final : public ThreadsExecutor {
 public:
  ThreadsBehind(NetworkState& state, Exchange& exchange, const ThreadsSetup& setup,
                std::unique_ptr<ThreadsRouting<W>> routing);

 private:
  void run_window(Worker& worker) override;
  std::unique_ptr<ThreadsRouting<W>> routing_;
};

extern template class ThreadsBehind<StoreAndForwardCredits>;
extern template class ThreadsBehind<Ethernet>;
extern template class ThreadsBehind<CountedBuffers>;
extern template class ThreadsBehind<WormholeCredits>;

}  // namespace ebb::inline engine
