#include "engine/simulation.hpp"

#include <barrier>
#include <thread>

namespace ebb {

Simulation::Simulation(const SimulationSetup& s, int vcs_needed)
    : model_(s.network, s.traffic, s.switches, s.hosts, s.control, vcs_needed, s.seed,
             std::max<std::size_t>(1, std::min<std::size_t>(s.threads, s.network.switches()))),
      batch_{(s.batch.v + model_.window - 1) / model_.window * model_.window} {
  for (std::size_t i = 0; i < model_.part_ends.size(); ++i) {
    parts_.push_back(std::make_unique<Part>(model_, i, batch_));
    parts_.back()->start();
  }
}

void Simulation::open_board(std::optional<Picoseconds> delay) {
  model_.board.open(model_.network, delay, model_.switches.pipeline, model_.window);
  for (auto& part : parts_) part->open_board();
}

void Simulation::run_until(Picoseconds end, const std::atomic<bool>* stop) {
  const auto windows = static_cast<std::uint64_t>((end.v + model_.window - 1) / model_.window);
  if (parts_.size() == 1)
    run_alone(windows, stop);
  else
    run_together(windows, stop);
}

void Simulation::run_alone(std::uint64_t end, const std::atomic<bool>* stop) {
  Part& part = *parts_[0];
  for (;;) {
    window_ = std::min(part.next_window(), end);
    part.advance_to(window_);
    if (window_ == end || (stop && stop->load(std::memory_order_relaxed))) return;
    sweep(part);
    part.advance_to(++window_);
  }
}

/// One thread per part. They agree on the next window, handle it each on its own, and exchange mail.
void Simulation::run_together(std::uint64_t end, const std::atomic<bool>* stop) {
  std::vector<std::uint64_t> next(parts_.size());
  std::uint64_t window = window_;
  bool stopped = false;
  const auto agree = [&]() noexcept {
    window = std::min(end, *std::min_element(next.begin(), next.end()));
    stopped = stop && stop->load(std::memory_order_relaxed);
  };
  std::barrier<decltype(agree)> agreed(static_cast<std::ptrdiff_t>(parts_.size()), agree);
  std::barrier<> written(static_cast<std::ptrdiff_t>(parts_.size()));
  const auto work = [&](std::size_t self) {
    Part& part = *parts_[self];
    for (;;) {
      next[self] = part.next_window();
      agreed.arrive_and_wait();
      part.advance_to(window);
      if (window == end || stopped) return;
      sweep(part);
      written.arrive_and_wait();
      for (auto& other : parts_) part.receive(other->mail_to(self));
      part.advance_to(window + 1);
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < parts_.size(); ++i) others.emplace_back(work, i);
  work(0);
  others.clear();
  window_ = window;
}

bool Simulation::idle() const {
  for (const auto& part : parts_)
    if (part->next_window() != ~std::uint64_t{0}) return false;
  return true;
}

Tally Simulation::tally() const {
  Tally sum(batch_);
  for (const auto& part : parts_) sum.merge(part->tally());
  return sum;
}

std::uint64_t Simulation::memory_needed(const Network& network, int vcs, bool controlled) {
  const std::uint64_t channels = network.channels(), ports = network.switch_ports(),
                      lanes = static_cast<std::uint64_t>(vcs);
  std::uint64_t bytes = channels * (sizeof(OutPort) + sizeof(PortRest) + lanes * sizeof(OutLane));
  bytes += ports * lanes * sizeof(InLane) + network.hosts * (sizeof(Host) + 6);
  if (controlled) bytes += channels * (sizeof(Meter) + 10 * sizeof(std::int64_t));
  // Packets under way: a few per host at moderate loads, each once in the calendar, whose buffers double.
  return bytes + network.hosts * 16ull * (sizeof(Packet) + sizeof(Event)) + (64ull << 20);
}

}  // namespace ebb
