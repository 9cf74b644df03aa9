#include "training/collective_rounds.hpp"

#include <algorithm>
#include <bit>

#include "record/algorithm.hpp"
#include "record/collectives.hpp"

namespace ebb::inline training {
namespace {

void to_neighbours(std::uint32_t n, std::uint32_t rounds, std::int64_t bytes, const RoundSink& sink) {
  Round round;
  for (std::uint32_t i = 0; i < n; ++i) round.push_back(bare_message(i, (i + 1) % n, bytes));
  for (std::uint32_t k = 0; k < rounds; ++k) sink(round);
}

/// A member's part of an all-to-all, where the first are sent more than the last.
std::int64_t skewed(std::int64_t bytes, double skew, std::uint32_t to, std::uint32_t n) {
  const double share = 1 + skew * (1 - 2.0 * to / (n - 1));
  return skew == 0 ? bytes : static_cast<std::int64_t>(static_cast<double>(bytes) * share);
}

void each_to_each(std::uint32_t n, std::int64_t bytes, const RoundSink& sink, double skew = 0) {
  Round round;
  for (std::uint32_t away = 1; away < n; ++away)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t to = (i + away) % n;
      round.push_back(bare_message(i, to, skewed(bytes, skew, to, n)));
    }
  sink(round);
}

/// Each round exchanges half of what a member still reduces. The members are a power of two.
void halve(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  for (std::uint32_t away = n / 2; away > 0; away /= 2) {
    bytes = (bytes + 1) / 2;
    Round round;
    for (std::uint32_t i = 0; i < n; ++i) round.push_back(bare_message(i, i ^ away, bytes));
    sink(round);
  }
}

void by_record(const CollectiveCall& call, Algorithm how, const RoundSink& sink) {
  const SizeOf size = [&](std::uint32_t, std::uint32_t) { return call.bytes; };
  run_collective(call, how, CollectiveRules::open_mpi, size, sink);
}

/// To the first member, and from it to all. An all-gather sends runs of parts up, and all of them down.
void along_tree(const CollectiveCall& call, const RoundSink& sink) {
  CollectiveCall half = call;
  const bool gathers = call.call == Call::all_gather, scatters = call.call == Call::reduce_scatter;
  half.call = gathers ? Call::gather : Call::reduce;
  if (scatters) half.bytes = call.bytes * call.members;
  by_record(half, Algorithm::binomial_tree, sink);
  half = call;
  half.call = scatters ? Call::scatter : Call::broadcast;
  if (gathers) half.bytes = call.bytes * call.members;
  by_record(half, Algorithm::binomial_tree, sink);
}

void reduce_scatter(TrainingCollectives how, std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  const std::int64_t part = (bytes + n - 1) / n;
  if (how == TrainingCollectives::direct) return each_to_each(n, part, sink);
  if (how == TrainingCollectives::halving_doubling && std::has_single_bit(n)) return halve(n, bytes, sink);
  to_neighbours(n, n - 1, part, sink);
}

}  // namespace

void training_rounds(const CollectiveStyle& style, Call call, std::uint32_t n, std::int64_t bytes,
                     const RoundSink& sink) {
  if (n < 2 || (bytes == 0 && call != Call::barrier)) return;
  TrainingCollectives how = style.how;
  const bool shared = call == Call::reduce_scatter || call == Call::all_to_all;  // each gets a part of it
  CollectiveCall recorded{call, n, 0, shared ? (bytes + n - 1) / n : bytes, 1};
  const bool common = shared || call == Call::all_reduce || call == Call::all_gather;
  if (how == TrainingCollectives::open_mpi || !common)
    return by_record(recorded, choose(CollectiveRules::open_mpi, recorded), sink);
  if (how == TrainingCollectives::hierarchical) {
    if (style.per_server > 1 && n > style.per_server && n % style.per_server == 0)
      return hierarchical_rounds(call, n, style.per_server, bytes, sink);
    how = TrainingCollectives::ring;  // within a server, or one of each
  }
  if (call == Call::all_to_all) return each_to_each(n, recorded.bytes, sink, style.skew);
  if (how == TrainingCollectives::tree) return along_tree(recorded, sink);
  if (call == Call::reduce_scatter) return reduce_scatter(how, n, bytes, sink);
  if (how == TrainingCollectives::direct) {
    if (call == Call::all_reduce) reduce_scatter(how, n, bytes, sink);
    return each_to_each(n, call == Call::all_reduce ? (bytes + n - 1) / n : bytes, sink);
  }
  const bool ring = how == TrainingCollectives::ring;
  if (call == Call::all_reduce)
    return by_record(recorded, ring ? Algorithm::ring : Algorithm::rabenseifner, sink);
  by_record(recorded, ring ? Algorithm::ring : Algorithm::recursive_doubling, sink);
}

}  // namespace ebb::inline training
