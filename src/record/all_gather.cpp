#include "record/all_gather.hpp"

#include <algorithm>

namespace ebb::inline record {
namespace {

/// Returns `count` parts of `bytes` from part `first` on, cyclically.
std::vector<ByteRange> parts_of(std::uint32_t first, std::uint32_t count, std::uint32_t members,
                                std::int64_t bytes) {
  const std::uint32_t before_end = std::min(count, members - first);
  std::vector<ByteRange> ranges{{first * bytes, before_end * bytes}};
  if (before_end < count) ranges.push_back({0, (count - before_end) * bytes});
  return ranges;
}

/// In round k each member passes on the part that it received in the previous round.
void by_ring(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  for (std::uint32_t k = 0; k + 1 < n; ++k) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i)
      round.push_back({i, (i + 1) % n, {{(i + n - k) % n * bytes, bytes}}});
    sink(round);
  }
}

/// Each member has `step` parts from its own on, and sends them that many places back.
void gather_by_bruck(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  for (std::uint32_t step = 1; step < n; step *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i)
      round.push_back({i, (i + n - step) % n, parts_of(i, std::min(step, n - step), n, bytes)});
    sink(round);
  }
}

/// Each member exchanges its two latest parts with its two neighbours in turn, first within pairs.
void by_neighbours(std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  std::vector<std::uint32_t> pair(n);  // the first of the two parts
  Round round;
  for (std::uint32_t i = 0; i < n; ++i) {
    pair[i] = i & ~1u;
    round.push_back({i, i ^ 1u, {{i * bytes, bytes}}});
  }
  sink(round);
  for (std::uint32_t k = 1; k < n / 2; ++k) {
    round.clear();
    std::vector<std::uint32_t> next(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      const bool forward = (i % 2 == 0) == (k % 2 == 0);
      const std::uint32_t partner = forward ? (i + 1) % n : (i + n - 1) % n;
      round.push_back({i, partner, {{pair[i] * bytes, 2 * bytes}}});
      next[partner] = pair[i];
    }
    pair = next;
    sink(round);
  }
}

/// Members of a group's first half without a partner in the second get its parts from those with a partner.
void send_the_rest(std::uint32_t n, std::uint32_t root, std::uint32_t group, std::uint32_t half,
                   const ByteRange& what, const RoundSink& sink) {
  std::vector<bool> told(half, false);
  std::fill_n(told.begin(), n - half - group, true);
  for (std::uint32_t step = half / 2; step > 0; step /= 2) {
    Round round;
    const std::vector<bool> before = told;
    for (std::uint32_t i = 0; i < half; ++i)
      if (before[i] && !before[i ^ step]) {
        round.push_back({(root + group + i) % n, (root + group + (i ^ step)) % n, {what}});
        told[i ^ step] = true;
      }
    sink(round);
  }
}

}  // namespace

void all_gather_parts(std::uint32_t n, std::uint32_t root, const std::vector<std::int64_t>& parts,
                      const RoundSink& sink) {
  const auto from = [&](std::uint32_t first, std::uint32_t count) {
    const std::int64_t begin = parts[first], end = parts[std::min(n, first + count)];
    return ByteRange{begin, end - begin};
  };
  for (std::uint32_t half = 1; half < n; half *= 2) {
    Round round;
    for (std::uint32_t i = 0; i < n; ++i)
      if (const std::uint32_t other = i ^ half; other < n)
        round.push_back({(root + i) % n, (root + other) % n, {from(i & ~(half - 1), half)}});
    sink(round);
    const std::uint32_t group = (n - 1) & ~(2 * half - 1);  // the last one may not be full
    if (group + half < n && group + 2 * half > n)
      send_the_rest(n, root, group, half, from(group + half, half), sink);
  }
}

void all_gather(Algorithm how, std::uint32_t n, std::int64_t bytes, const RoundSink& sink) {
  if (how == Algorithm::neighbour_exchange) return by_neighbours(n, bytes, sink);
  if (how == Algorithm::ring) return by_ring(n, bytes, sink);
  if (how == Algorithm::bruck) return gather_by_bruck(n, bytes, sink);
  std::vector<std::int64_t> parts(n + std::size_t{1});
  for (std::uint32_t i = 0; i <= n; ++i) parts[i] = i * bytes;
  all_gather_parts(n, 0, parts, sink);
}

}  // namespace ebb::inline record
