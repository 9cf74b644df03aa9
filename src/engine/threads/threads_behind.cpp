#include "engine/threads/threads_behind.hpp"

#include "engine/threads/rules_compiled.hpp"
#include "engine/worm_dispatch.hpp"

namespace ebb::inline engine {

template <class W>
ThreadsBehind<W>::ThreadsBehind(NetworkState& state, Exchange& exchange, const ThreadsSetup& setup,
                                std::unique_ptr<ThreadsRouting<W>> routing)
    : ThreadsExecutor(state, exchange, setup), routing_(std::move(routing)) {
  make_team<W>();
  if (routing_->published_from())
    open_published(routing_->publication_delay(),
                   [this](SwitchId s) { return routing_->published_neighbourhood(s); });
}

template <class W>
void ThreadsBehind<W>::run_window(Worker& worker) {
  handle_window(worker, static_cast<ThreadContextWith<W>&>(worker.context()), *routing_);
}

template class ThreadsBehind<StoreAndForwardCredits>;
template class ThreadsBehind<Ethernet>;
template class ThreadsBehind<CountedBuffers>;
template class ThreadsBehind<WormholeCredits>;

}  // namespace ebb::inline engine
