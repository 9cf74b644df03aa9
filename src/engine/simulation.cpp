#include "engine/simulation.hpp"

#include <algorithm>
#include <thread>

#include "engine/barrier.hpp"
#include "engine/cut.hpp"

namespace ebb {
namespace {

/// Enough that whoever is done early finds something left to do, and not so many that a block holds too few
/// switches to look ahead in. (A thread alone is fastest with a single one.)
constexpr std::size_t blocks_per_thread = 8, least_switches = 4;

std::size_t block_count(const SimulationSetup& s) {
  const std::size_t switches = s.network.switches();
  std::size_t wanted = s.blocks;
  if (wanted == 0 && s.threads > 1)
    wanted = std::max(s.threads, std::min(s.threads * blocks_per_thread, switches / least_switches));
  return std::clamp<std::size_t>(wanted, 1, std::min<std::size_t>(switches, 65'535));
}

std::vector<Block> make_blocks(Model& model, std::size_t count) {
  constexpr double unevenness = 0.5;  // who has a small one takes another one sooner
  std::vector<Block> blocks;
  model.block_of.resize(model.network.switches());
  SwitchId first = 0;
  for (const SwitchId end : cut_into_ranges(model.network, count, unevenness)) {
    if (end == first) continue;
    std::fill(model.block_of.begin() + first, model.block_of.begin() + end,
              static_cast<std::uint16_t>(blocks.size()));
    Block& block = blocks.emplace_back();
    block.first = first, block.end = end;
    first = end;
  }
  return blocks;
}

}  // namespace

Simulation::Simulation(const SimulationSetup& s, int vcs_needed)
    : model_(s.network, s.traffic, s.switches, s.hosts, s.control, vcs_needed, s.seed),
      batch_{(s.batch.v + model_.window - 1) / model_.window * model_.window},
      blocks_(make_blocks(model_, block_count(s))) {
  const std::size_t threads = std::clamp<std::size_t>(s.threads, 1, blocks_.size());
  for (std::size_t i = 0; i < threads; ++i) {
    parts_.push_back(std::make_unique<Part>(model_, blocks_, i, threads, batch_));
    parts_.back()->start();
  }
}

void Simulation::open_board(std::optional<Picoseconds> delay) {
  model_.board.open(model_.network, delay, model_.switches.pipeline, model_.window);
  for (auto& part : parts_) part->open_board();
  for (Block& block : blocks_) block.unpublished.assign(block.end - block.first, 0);
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
    part.collect();
    sweep(part, parts_);
    part.advance_to(++window_);
  }
}

/// The threads agree on the next window, sort each what it has filed for it, and share the blocks.
void Simulation::run_together(std::uint64_t end, const std::atomic<bool>* stop) {
  std::vector<std::uint64_t> next(parts_.size());
  std::uint64_t window = window_;
  bool stopped = false;
  const auto agree = [&] {
    window = std::min(end, *std::min_element(next.begin(), next.end()));
    stopped = stop && stop->load(std::memory_order_relaxed);
  };
  Barrier barrier(static_cast<std::uint32_t>(parts_.size()));
  const auto work = [&](std::size_t self) {
    Part& part = *parts_[self];
    Barrier::Patience patience;
    for (;;) {
      next[self] = part.next_window();
      barrier.arrive(patience, agree);
      part.advance_to(window);
      if (window == end || stopped) return;
      part.collect();
      barrier.arrive(patience);
      sweep(part, parts_);
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
  if (controlled) bytes += channels * (sizeof(Meter) + sizeof(Watch) + (10 + lanes) * sizeof(std::int64_t));
  // Packets under way: a few per host at moderate loads, each once in the calendar, whose buffers double.
  return bytes + network.hosts * 16ull * (sizeof(Packet) + sizeof(Event)) + (64ull << 20);
}

}  // namespace ebb
