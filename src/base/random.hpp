// Keyed random streams. A stream is named by the seed, a purpose and an entity (host 17, switch 4). The
// samples of one entity never depend on another, so a run gives the same bits on any number of threads. The
// n-th number is a hash of the key and n: two rounds of a 64-bit finaliser. Not for cryptography.
#pragma once

#include <cstdint>

#include "base/portable_math.hpp"

namespace ebb::inline base {

constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

class Random {
 public:
  constexpr Random() = default;
  constexpr Random(std::uint64_t seed, std::uint64_t purpose, std::uint64_t entity = 0)
      : key_(mix_bits(mix_bits(mix_bits(seed + golden) + purpose * golden) ^ (entity + 1) * golden)) {}

  constexpr std::uint64_t next() { return mix_bits(mix_bits(key_ ^ (++drawn_ * golden)) + key_); }

  /// Uniform in [0, n); n must be positive.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
  }
  /// Uniform in [0, 1), in steps of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// Uniform in (0, 1]: safe to take the logarithm of.
  constexpr double positive_unit() { return 1.0 - unit(); }
  /// Exponential with mean 1.
  constexpr double exponential() { return -portable_log(positive_unit()); }
  /// Standard normal (Marsaglia's polar method).
  double normal();

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ull;
  std::uint64_t key_ = 0, drawn_ = 0;
};

/// Purposes separate the streams of one entity.
enum RandomPurpose : std::uint64_t {
  topology_stream = 1,
  traffic_stream = 2,
  placement_stream = 3,
  routing_stream = 4
};

}  // namespace ebb::inline base
