#include "engine/simulation.hpp"

#include "base/bytes.hpp"
#include "base/ensure.hpp"
#include "engine/exchange/partitioning.hpp"

namespace ebb::inline engine {
namespace {

Partition share_of(const SimulationSetup& s) {
  if (!s.exchange || s.exchange->ranks() == 1) return {};
  return {partition_among_ranks(s.network, s.exchange->ranks()), s.exchange->rank(), s.exchange->ranks()};
}

/// Where added delay or occupancy is measured, it matters when a host receives a credit. Where channels go
/// off, they may change at any time. Where credits go in band, wires are booked packet by packet.
bool hosts_count_on_credits(const NetworkState& state) {
  return !state.control.latency_bound && !state.control.downstream.in_use() && !state.books_by_packet() &&
         !(state.control.settings.policy && state.control.settings.levels.has_off());
}

}  // namespace

Simulation::Simulation(const SimulationSetup& s, int vcs_needed)
    : exchange_(s.exchange ? *s.exchange : alone_),
      state_(s.network, s.traffic, s.switches, s.hosts, s.control, vcs_needed, s.seed, share_of(s)),
      batch_{(s.batch.v + state_.lookahead - 1) / state_.lookahead * state_.lookahead} {
  ENSURE(s.executor == ExecutorKind::threads || exchange_.ranks() == 1);
  if (s.order) state_.look_at_order();
}

void Simulation::run_until(Picoseconds end, const std::atomic<bool>* stop, Picoseconds last) {
  const auto windows = [this](Picoseconds time) {
    return (time.v + state_.lookahead - 1) / state_.lookahead;
  };
  if (hosts_count_on_credits(state_)) state_.ahead_until = windows(std::max(end, last)) * state_.lookahead;
  executor_->run_windows_until(static_cast<std::uint64_t>(windows(end)), stop);
}

bool Simulation::idle() const {
  gather_state();
  bool idle = !executor_->has_notifications();
  executor_->for_each_packet([&](const Packet&, Kind) { idle = false; });
  executor_->for_each_timed_event([&](const TimedEvent& timed_event) {
    idle = idle && timed_event.kind != Kind::inject && timed_event.kind != Kind::doorbell;
  });
  for (const bool other : records_of_all(exchange_, bool{idle})) idle = idle && other;
  return idle;
}

Counters Simulation::counters() const {
  Counters sum = executor_->counters();
  if (exchange_.ranks() == 1) return sum;
  ByteBuffer mine;
  ByteWriter out(mine);
  sum.write(out);
  sum = Counters(batch_);
  for (const ByteBuffer& other : gather_all(exchange_, mine)) {
    ByteReader in(other);
    sum.merge(Counters::read(in));
  }
  return sum;
}

}  // namespace ebb::inline engine
