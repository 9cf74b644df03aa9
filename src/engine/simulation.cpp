#include "engine/simulation.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "engine/barrier.hpp"
#include "engine/cut.hpp"

namespace ebb::inline engine {
namespace {

/// Enough that whoever is done early finds something left to do, and not so many that a block holds too few
/// switches to look ahead in. (A thread alone is fastest with a single one.)
constexpr std::size_t few_blocks = 8, many_blocks = 32;      // per thread
constexpr std::size_t few_switches = 4, many_switches = 32;  // per block

std::size_t block_count(const SimulationSetup& s) {
  const std::size_t switches = s.network.switches();
  std::size_t wanted = s.blocks;
  if (wanted == 0 && s.threads > 1)
    wanted = std::max({s.threads, std::min(s.threads * few_blocks, switches / few_switches),
                       std::min(s.threads * many_blocks, switches / many_switches)});
  return std::clamp<std::size_t>(wanted, 1, std::min<std::size_t>(switches, 65'535));
}

void add_blocks(Model& model, const std::vector<SwitchId>& ends, SwitchId first, std::vector<Block>& blocks) {
  for (const SwitchId end : ends) {
    if (end == first) continue;
    std::fill(model.block_of.begin() + first, model.block_of.begin() + end,
              static_cast<std::uint16_t>(blocks.size()));
    Block& block = blocks.emplace_back();
    block.first = first, block.end = end;
    first = end;
  }
}

/// About `count` of them, out of the switches that are here.
std::vector<Block> make_blocks(Model& model, std::size_t count) {
  constexpr double unevenness = 0.5;  // who has a small one takes another one sooner
  const Network& net = model.network;
  std::vector<Block> blocks;
  model.block_of.resize(net.switches());
  for (const SwitchRange& own : model.own) {
    if (count == 1) add_blocks(model, {own.end}, own.first, blocks);
    if (count == 1) continue;
    for (Level level : structure_of(net)) {
      level.range = {std::max(own.first, level.range.first), std::min(own.end, level.range.end)};
      if (level.range.first >= level.range.end) continue;
      const double share =
          static_cast<double>(net.first_port[level.range.end] - net.first_port[level.range.first]) /
          static_cast<double>(model.ports_here());
      const auto pieces =
          std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(count) * share + 0.5));
      add_blocks(model, cut_into_ranges(net, level, pieces, unevenness), level.range.first, blocks);
    }
  }
  return blocks;
}

Share share_of(const SimulationSetup& s) {
  if (!s.exchange || s.exchange->ranks() == 1) return {};
  return {share_among_ranks(s.network, s.exchange->ranks()), s.exchange->rank(), s.exchange->ranks()};
}

}  // namespace

Simulation::Simulation(const SimulationSetup& s, int vcs_needed)
    : exchange_(s.exchange ? *s.exchange : alone_),
      model_(s.network, s.traffic, s.switches, s.hosts, s.control, vcs_needed, s.seed, share_of(s)),
      batch_{(s.batch.v + model_.window - 1) / model_.window * model_.window},
      blocks_(make_blocks(model_, block_count(s))) {
  const std::size_t threads = std::clamp<std::size_t>(s.threads, 1, std::max<std::size_t>(1, blocks_.size()));
  for (std::size_t i = 0; i < threads; ++i) {
    parts_.push_back(std::make_unique<Part>(model_, blocks_, i, threads, batch_));
    parts_.back()->start();
  }
}

void Simulation::open_board(std::optional<Picoseconds> delay,
                            const std::function<std::uint32_t(SwitchId)>& circle_of) {
  model_.board.open(model_.network, delay, model_.switches.pipeline, model_.window);
  if (const Share& share = model_.share; share.ranks > 1)
    model_.board.share(share.rank_of, share.rank, share.ranks, circle_of);
  for (auto& part : parts_) part->open_board();
  for (Block& block : blocks_) block.unpublished.assign(block.end - block.first, 0);
}

void Simulation::run_until(Picoseconds end, const std::atomic<bool>* stop) {
  const auto windows = static_cast<std::uint64_t>((end.v + model_.window - 1) / model_.window);
  stopped_ = false;
  if (parts_.size() == 1 && exchange_.ranks() == 1)
    run_alone(windows, stop);
  else
    run_together(windows, stop);
}

void Simulation::run_alone(std::uint64_t end, const std::atomic<bool>* stop) {
  Part& part = *parts_[0];
  for (;;) {
    window_ = std::min(part.next_window(), end);
    part.advance_to(window_);
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    if (window_ == end || stopped_) return;
    model_.account.pending.add(part.take_lateness());
    close_account(window_);
    part.collect();
    sweep(part, parts_);
    part.advance_to(++window_);
  }
}

/// A window is about to begin.
void Simulation::close_account(std::uint64_t window) {
  if (model_.goal)
    model_.account.close(static_cast<std::int64_t>(window) * model_.window, model_.control.epoch.v);
}

/// What each rank tells all others at the head of its mail.
struct Simulation::Greeting {
  std::uint64_t next = 0;  ///< window in which something happens there
  Lateness lateness;
  bool stopped = false;
};

/// Tells the other ranks what concerns them and when something happens here next; returns when it does
/// anywhere. `lateness` becomes the sum over all ranks. All threads are between two windows.
std::uint64_t Simulation::agree_on_window(std::uint64_t next, Lateness& lateness) {
  out_.resize(exchange_.ranks());
  std::int64_t earliest = INT64_MAX;
  for (std::size_t r = 0; r < out_.size(); ++r) {
    out_[r].clear();
    ByteWriter out(out_[r]);
    out.put(Greeting{});  // filled in below
    if (r == exchange_.rank()) continue;
    for (const auto& part : parts_) earliest = std::min(earliest, part->pack_mail(r, out));
  }
  if (earliest != INT64_MAX) next = std::min(next, static_cast<std::uint64_t>(earliest / model_.window));
  const Greeting own{next, lateness, stopped_};
  for (ByteBuffer& out : out_) std::memcpy(out.data(), &own, sizeof own);
  exchange_.round(out_, in_);
  lateness = {};
  for (const ByteBuffer& in : in_) {
    const auto other = ByteReader(in).take<Greeting>();
    next = std::min(next, other.next);
    stopped_ = stopped_ || other.stopped;
    lateness.add(other.lateness);
  }
  return next;
}

/// Takes in what other ranks have sent; the threads of this one share the work.
void Simulation::unpack_mail(std::size_t self) {
  for (std::size_t r = self; r < in_.size(); r += parts_.size()) {
    if (r == exchange_.rank()) continue;
    ByteReader in(in_[r]);
    in.take<Greeting>();
    parts_[self]->unpack_mail(r, in);
  }
}

/// The threads agree on the next window, sort each what it has filed for it, and share the blocks.
void Simulation::run_together(std::uint64_t end, const std::atomic<bool>* stop) {
  std::vector<std::uint64_t> next(parts_.size());
  std::uint64_t window = window_;
  const auto agree = [&] {
    window = *std::min_element(next.begin(), next.end());
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    Lateness lateness;
    for (const auto& part : parts_) lateness.add(part->take_lateness());
    if (exchange_.ranks() > 1) window = agree_on_window(window, lateness);
    model_.account.pending.add(lateness);
    window = std::min(end, window);
    if (window != end && !stopped_) close_account(window);
  };
  Barrier barrier(static_cast<std::uint32_t>(parts_.size()));
  const auto work = [&](std::size_t self) {
    Part& part = *parts_[self];
    Barrier::Patience patience;
    for (;;) {
      next[self] = part.next_window();
      barrier.arrive(patience, agree);
      unpack_mail(self);
      part.advance_to(window);
      if (window == end || stopped_) return;
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
  in_.clear();
  window_ = window;
}

bool Simulation::idle() const {
  bool idle = true;
  for (const auto& part : parts_) idle = idle && part->expects_nothing();
  ByteBuffer mine;
  ByteWriter(mine).put(idle);
  for (const ByteBuffer& other : tell_all(exchange_, mine)) idle = idle && ByteReader(other).take<bool>();
  return idle;
}

Tally Simulation::own_tally() const {
  Tally sum(batch_);
  for (const auto& part : parts_) sum.merge(part->tally());
  return sum;
}

Tally Simulation::tally() const {
  Tally sum = own_tally();
  if (exchange_.ranks() == 1) return sum;
  ByteBuffer mine;
  ByteWriter out(mine);
  sum.write(out);
  sum = Tally(batch_);
  for (const ByteBuffer& other : tell_all(exchange_, mine)) {
    ByteReader in(other);
    sum.merge(Tally::read(in));
  }
  return sum;
}

std::uint64_t Simulation::memory_needed(const Network& network, int vcs, bool controlled) {
  const std::uint64_t channels = network.channels(), ports = network.switch_ports(),
                      lanes = static_cast<std::uint64_t>(vcs);
  std::uint64_t bytes = channels * (sizeof(OutPort) + sizeof(PortRest) + lanes * sizeof(OutLane));
  bytes += ports * lanes * sizeof(InLane) + network.hosts * (sizeof(Host) + 6);
  if (controlled) bytes += channels * (sizeof(Meter) + sizeof(Watch) + 10 * sizeof(std::int64_t));
  // Packets under way: a few per host at moderate loads, each once in the calendar, whose buffers double.
  return bytes + network.hosts * 16ull * (sizeof(Packet) + sizeof(Event)) + (64ull << 20);
}

}  // namespace ebb::inline engine
