#include "record/all_reduce.hpp"

#include <algorithm>
#include <bit>

#include "record/trees.hpp"

namespace ebb::inline record {
namespace {

/// Members beyond a power of two send their data to a neighbour before the algorithm, and get the result
/// afterwards. The odd members of the first pairs, or the even ones, take part with those that are in no
/// pair.
struct Folding {
  std::uint32_t power, pairs;
  bool odd_goes_on;

  Folding(std::uint32_t members, bool odd)
      : power(std::bit_floor(members)), pairs(members - power), odd_goes_on(odd) {}
  /// Returns the member that is number i of those that take part.
  std::uint32_t member(std::uint32_t i) const { return i < pairs ? 2 * i + odd_goes_on : i + pairs; }
};

void by_doubling(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  const Folding fold(n, true);
  const ByteRange all{0, bytes};
  Round before, after;
  for (std::uint32_t i = 0; i < fold.pairs; ++i) {
    before.push_back({2 * i, 2 * i + 1, {all}, true});
    after.push_back({2 * i + 1, 2 * i, {all}});
  }
  if (fold.pairs > 0) sink(before);
  for (std::uint32_t step = 1; step < fold.power; step *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < fold.power; ++i)
      round.push_back({fold.member(i), fold.member(i ^ step), {all}, true});
    sink(round);
  }
  if (fold.pairs > 0) sink(after);
}

/// Returns part i of the elements, divided as evenly as possible with the larger parts first, in bytes.
ByteRange part(std::int64_t i, std::int64_t parts, std::int64_t elements, std::int64_t element) {
  const auto begin = [&](std::int64_t k) { return k * (elements / parts) + std::min(k, elements % parts); };
  return {begin(i) * element, (begin(i + 1) - begin(i)) * element};
}

/// Parts go round once and are reduced, and once more as results.
void by_ring(std::uint32_t n, std::int64_t elements, std::int64_t element, const RoundSink& sink) {
  for (std::uint32_t k = 0; k < 2 * (n - 1); ++k) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i)
      round.push_back({i, (i + 1) % n, {part((i + 2 * n - k) % n, n, elements, element)}, k < n - 1});
    sink(round);
  }
}

/// In pairs beyond a power of two, each member reduces one half, and the even one gets all of it.
void fold_halves(const Folding& fold, std::int64_t half, std::int64_t bytes, const RoundSink& sink) {
  Round halves, rest;
  for (std::uint32_t i = 0; i < fold.pairs; ++i) {
    halves.push_back({2 * i, 2 * i + 1, {{half, bytes - half}}, true});
    halves.push_back({2 * i + 1, 2 * i, {{0, half}}, true});
    rest.push_back({2 * i + 1, 2 * i, {{half, bytes - half}}});
  }
  if (fold.pairs > 0) sink(halves), sink(rest);
}

/// Recursive halving: each step halves what a member reduces. Then the steps go backwards to gather the
/// results.
void by_rabenseifner(std::uint32_t n, std::int64_t elements, std::int64_t element, const RoundSink& sink) {
  const Folding fold(n, false);
  fold_halves(fold, elements / 2 * element, elements * element, sink);
  using Halves = std::vector<ByteRange>;  // of each member that takes part
  std::vector<Halves> kept{Halves(fold.power, {0, elements})};
  std::vector<std::uint32_t> steps;
  const auto bytes_of = [&](const ByteRange& r) { return ByteRange{r.first * element, r.count * element}; };
  for (std::uint32_t step = 1; step < fold.power; step *= 2) {
    Halves keep(fold.power);
    Round round;
    for (std::uint32_t i = 0; i < fold.power; ++i) {
      const ByteRange whole = kept.back()[i];
      const ByteRange low{whole.first, whole.count / 2},
          high{whole.first + low.count, whole.count - low.count};
      keep[i] = i & step ? high : low;
      round.push_back({fold.member(i), fold.member(i ^ step), {bytes_of(i & step ? low : high)}, true});
    }
    sink(round);
    steps.push_back(step), kept.push_back(keep);
  }
  for (std::size_t k = steps.size(); k-- > 0;) {
    Round round;
    for (std::uint32_t i = 0; i < fold.power; ++i)
      round.push_back({fold.member(i), fold.member(i ^ steps[k]), {bytes_of(kept[k + 1][i])}});
    sink(round);
  }
  Round after;
  for (std::uint32_t i = 0; i < fold.pairs; ++i)
    after.push_back({2 * i, 2 * i + 1, {{0, elements * element}}});
  if (fold.pairs > 0) sink(after);
}

}  // namespace

void all_reduce(Algorithm how, std::uint32_t n, std::int64_t bytes, std::int64_t element,
                const RoundSink& sink) {
  const std::int64_t unit = std::max<std::int64_t>(1, element), elements = bytes / unit;
  if (how == Algorithm::ring) return by_ring(n, elements, unit, sink);
  if (how == Algorithm::rabenseifner) return by_rabenseifner(n, elements, unit, sink);
  if (how == Algorithm::recursive_doubling) return by_doubling(n, bytes, sink);
  reduce_along(tree_of(Algorithm::linear, n), 0, bytes, sink);
  broadcast_along(tree_of(Algorithm::linear, n), 0, bytes, sink);
}

}  // namespace ebb::inline record
