// Physical units as types: whole picoseconds, bits per second and bytes; watts and joules as doubles.
// A number without a unit never crosses a function boundary.
#pragma once

#include <compare>
#include <cstdint>

namespace ebb::inline base {

struct Picoseconds {
  std::int64_t v = 0;
  constexpr auto operator<=>(const Picoseconds&) const = default;
  constexpr Picoseconds& operator+=(Picoseconds o) { return v += o.v, *this; }
  constexpr Picoseconds& operator-=(Picoseconds o) { return v -= o.v, *this; }
  friend constexpr Picoseconds operator+(Picoseconds a, Picoseconds b) { return {a.v + b.v}; }
  friend constexpr Picoseconds operator-(Picoseconds a, Picoseconds b) { return {a.v - b.v}; }
  friend constexpr Picoseconds operator*(Picoseconds a, std::int64_t n) { return {a.v * n}; }
  constexpr double seconds() const { return static_cast<double>(v) * 1e-12; }
};

struct BitsPerSecond {
  std::int64_t v = 0;
  constexpr auto operator<=>(const BitsPerSecond&) const = default;
  constexpr double gbps() const { return static_cast<double>(v) * 1e-9; }
};

struct Bytes {
  std::int64_t v = 0;
  constexpr auto operator<=>(const Bytes&) const = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return {a.v + b.v}; }
};

struct Joules {
  double v = 0;
  constexpr auto operator<=>(const Joules&) const = default;
  constexpr double kwh() const { return v / 3.6e6; }
};

struct Watts {
  double v = 0;
  constexpr auto operator<=>(const Watts&) const = default;
  friend constexpr Watts operator+(Watts a, Watts b) { return {a.v + b.v}; }
  friend constexpr Watts operator*(Watts a, double n) { return {a.v * n}; }
  friend constexpr Joules operator*(Watts a, Picoseconds t) { return {a.v * t.seconds()}; }
};

inline namespace literals {
constexpr Picoseconds operator""_ps(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Picoseconds operator""_ns(unsigned long long n) { return {static_cast<std::int64_t>(n) * 1'000}; }
constexpr Picoseconds operator""_us(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000};
}
constexpr Picoseconds operator""_ms(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000'000};
}
constexpr BitsPerSecond operator""_Mbps(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000};
}
constexpr BitsPerSecond operator""_Gbps(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1'000'000'000};
}
constexpr Bytes operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Bytes operator""_KiB(unsigned long long n) { return {static_cast<std::int64_t>(n) * 1024}; }
constexpr Watts operator""_W(long double n) { return {static_cast<double>(n)}; }
}  // namespace literals

/// Time a packet occupies the wire, rounded up: a channel is never reported faster than it is.
constexpr Picoseconds wire_time(Bytes size, BitsPerSecond rate) {
  const __int128 work = static_cast<__int128>(size.v) * 8 * 1'000'000'000'000;
  return {static_cast<std::int64_t>((work + rate.v - 1) / rate.v)};
}
static_assert(wire_time(1500_B, 3200_Gbps) == Picoseconds{3750});
static_assert(wire_time(1_B, 3_Gbps) == Picoseconds{2667});

}  // namespace ebb::inline base
