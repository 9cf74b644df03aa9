#include "engine/plain/plain_executor.hpp"

#include "engine/control/switch_watch.hpp"
#include "engine/worm_dispatch.hpp"
#include "power/control/power_budget.hpp"

namespace ebb::inline engine {

static_assert(ExecutesRules<PlainWith<CutThroughCredits>>);

template <class W>
PlainExecutor<W>::PlainExecutor(NetworkState& state, Picoseconds batch,
                                std::unique_ptr<PlainRouting<W>> routing)
    : here_(state, batch), routing_(std::move(routing)), first_published_(routing_->open_published(here_)) {
  for (SwitchId s = 0; s < state.network.switches(); ++s) start_switch(here_, s);
  for (HostId h = 0; h < state.network.hosts; ++h) start_host(here_, h);
}

template <class W>
void PlainExecutor<W>::run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) {
  stopped_ = false;
  while (!here_.heap.empty()) {
    const auto window = static_cast<std::uint64_t>(here_.heap.top().at / here_.state.lookahead);
    if (window >= end) break;
    if (!begun_ || window != *begun_) {
      stopped_ = stop && stop->load(std::memory_order_relaxed);
      window_ = window;
      if (stopped_) return;
      begin_window(window);
    }
    const Happening next = here_.heap.top();
    here_.heap.pop();
    handle(next);
  }
  window_ = end;
}

/// The model itself depends on windows in two places: published queue lengths, and the budgets of delay and
/// power and the plan of sleeping switches, change only between windows.
template <class W>
void PlainExecutor<W>::begin_window(std::uint64_t window) {
  NetworkState& state = here_.state;
  const std::int64_t start = static_cast<std::int64_t>(window) * state.lookahead;
  state.control.delay_budget.pending.add(std::exchange(here_.added_delay, {}));
  if (state.control.latency_bound) state.control.delay_budget.close(start, state.control.settings.epoch.v);
  if (state.control.switch_plan.in_use()) close_switch_plan(state, start, nullptr);
  if (PowerBudget& budget = state.control.power_budget; budget.in_use()) {
    budget.ledger().add(here_.power_bids);
    here_.power_bids.clear();
    budget.close(start, state.control.settings.epoch.v);
  }
  if (first_published_) {
    if (begun_) {
      for (SwitchId s = 0; s < state.network.switches(); ++s)
        for (PortId p = state.network.first_port[s] + *first_published_; p < state.network.first_port[s + 1];
             ++p)
          here_.published_lengths.at(here_.place.writing, p) = published_now(state, p);
      here_.place.finish(here_.published_lengths);
    }
    here_.place.begin(here_.published_lengths, start, state.lookahead);
  }
  begun_ = window;
}

template <class W>
void PlainExecutor<W>::handle(const Happening& it) {
  ++here_.counters.events;
  here_.turn_to(it.switch_id);
  here_.now = it.at;
  if (it.kind == Kind::packet)
    arrive(here_, *routing_, std::get<Packet>(it.what));
  else if (it.kind == Kind::ready)
    release(here_, HeldPacket{std::get<Packet>(it.what)});
  else if (it.kind == Kind::notification)
    receive_notification(here_, std::get<DeliveryNotification>(it.what));
  else
    handle_timed_event(here_, *routing_, it.kind, it.port, it.detail, std::get<std::uint32_t>(it.what));
}

/// A heap has no iteration, but a copy of it can be emptied.
template <class W>
template <class Visit>
void PlainExecutor<W>::for_each(Visit&& visit) const {
  for (PlainContext::Heap copy = here_.heap; !copy.empty(); copy.pop()) visit(copy.top());
}

template <class W>
void PlainExecutor<W>::for_each_packet(const EachPacket& visit) const {
  for_each([&](const Happening& it) {
    if (const Packet* packet = std::get_if<Packet>(&it.what)) visit(*packet, it.kind);
  });
}

template <class W>
void PlainExecutor<W>::for_each_timed_event(const EachTimedEvent& visit) const {
  for_each([&](const Happening& it) {
    if (const std::uint32_t* amount = std::get_if<std::uint32_t>(&it.what))
      visit({it.at, it.switch_id, it.port, it.kind, static_cast<std::uint8_t>(it.detail), *amount});
  });
}

template <class W>
bool PlainExecutor<W>::has_notifications() const {
  bool any = false;
  for_each([&](const Happening& it) { any = any || std::holds_alternative<DeliveryNotification>(it.what); });
  return any;
}

template class PlainExecutor<CutThroughCredits>;
template class PlainExecutor<StoreAndForwardCredits>;
template class PlainExecutor<Ethernet>;
template class PlainExecutor<CountedBuffers>;
template class PlainExecutor<WormholeCredits>;

}  // namespace ebb::inline engine
