// Logarithm and exponential that give the same bits on every machine: they use only +, -, * and /, which
// IEEE 754 fixes, while the C library's functions differ between versions. Relative error below 1e-14.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ebb::inline base {

namespace portable_math_detail {

/// ln(m) for m between 0.7 and 1.5: the series of atanh in (m - 1) / (m + 1), which is exact near 1.
constexpr double log_near_one(double m, int terms) {
  const double z = (m - 1) / (m + 1), w = z * z;
  double sum = 1.0 / (2 * terms + 1);
  for (int n = 2 * terms - 1; n >= 1; n -= 2) sum = sum * w + 1.0 / n;
  return 2 * z * sum;
}

/// For each 1/128th of [1, 2): a number near 1/m with few digits, and minus its logarithm.
struct LogTable {
  struct Row {
    double inverse, log;
  };
  std::array<Row, 128> rows{};

  constexpr LogTable() {
    for (int i = 0; i < 128; ++i) {
      const double inverse = static_cast<int>(65536 / (1 + (i + 0.5) / 128)) / 65536.0;
      const double log = inverse < 0.75 ? ln2 - log_near_one(2 * inverse, 10) : -log_near_one(inverse, 10);
      rows[static_cast<std::size_t>(i)] = {inverse, log};
    }
  }
  static constexpr double ln2 = 0x1.62e42fefa39efp-1;
};
inline constexpr LogTable log_table;
#if defined(__CUDACC__)
static __device__ constexpr LogTable log_table_there;
#endif

}  // namespace portable_math_detail

/// Natural logarithm of a positive, normal, finite x. It is in the path of every exponential gap, hence the
/// table: no division, and a polynomial in a remainder below 1/250.
constexpr double portable_log(double x) {
  using namespace portable_math_detail;
  if (x > 0.9375 && x < 1.0625) return log_near_one(x, 6);  // the table's sum would cancel here
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52) - 1023;
  const double m = std::bit_cast<double>((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);  // in [1, 2)
#if defined(__CUDA_ARCH__)
  const LogTable::Row& row = log_table_there.rows[(bits >> 45) & 127];
#else
  const LogTable::Row& row = log_table.rows[(bits >> 45) & 127];
#endif
  const double r = m * row.inverse - 1, r2 = r * r;
  const double tail = (r * (1.0 / 3) - 0.5) + r2 * ((r * (1.0 / 5) - 0.25) - r2 * (1.0 / 6));
  return exponent * LogTable::ln2 + row.log + (r + r2 * tail);
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

}  // namespace ebb::inline base
