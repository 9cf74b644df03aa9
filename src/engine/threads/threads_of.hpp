// The fast executor with a routing and the switching mode compiled in.
#pragma once

#include "engine/threads/pass.hpp"
#include "engine/threads/rules_compiled.hpp"
#include "engine/threads/threads_executor.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

template <class Routing, class W>
class ThreadsOf final : public ThreadsExecutor {
 public:
  /// The routing must be prepared for the network, and outlive the executor.
  ThreadsOf(NetworkState& state, Exchange& exchange, const ThreadsSetup& setup, const Routing& routing)
      : ThreadsExecutor(state, exchange, setup), routing_(routing) {
    make_team<W>();
    if constexpr (ReadsPublished<Routing>)
      open_published(routing.publication_delay(),
                     [&](SwitchId s) { return routing.published_neighbourhood(s); });
  }

 private:
  void run_window(Worker& worker) override {
    handle_window(worker, static_cast<ThreadContextWith<W>&>(worker.context()), routing_);
  }
  const Routing& routing_;
};

}  // namespace ebb::inline engine
