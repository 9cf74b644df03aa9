// Logarithm and exponential that give the same bits on every machine: they use only +, -, * and /, which
// IEEE 754 fixes, while the C library's functions differ between versions. Relative error below 1e-14.
#pragma once

#include <bit>
#include <cstdint>

namespace ebb {

/// Natural logarithm of a positive, normal, finite x.
constexpr double portable_log(double x) {
  constexpr double ln2 = 0x1.62e42fefa39efp-1;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);  // in [1, 2)
  if (m > 0x1.6a09e667f3bcdp0) m *= 0.5, ++exponent;                                      // sqrt(2)
  const double z = (m - 1) / (m + 1), w = z * z;  // |z| < 0.1716: the series of atanh converges fast
  double sum = 1.0 / 19;
  for (int n = 17; n >= 1; n -= 2) sum = sum * w + 1.0 / n;
  return exponent * ln2 + 2 * z * sum;
}

/// e to the x, for |x| < 700.
constexpr double portable_exp(double x) {
  constexpr double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
  const double scaled = x * 0x1.71547652b82fep0;
  const int k = static_cast<int>(scaled + (scaled < 0 ? -0.5 : 0.5));
  const double r = (x - k * ln2_high) - k * ln2_low;  // |r| < 0.35
  double sum = 1;
  for (int n = 14; n >= 1; --n) sum = 1 + sum * r / n;
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

}  // namespace ebb
