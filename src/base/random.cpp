#include "base/random.hpp"

#include <cmath>

namespace ebb::inline base {

double Random::normal() {
  for (;;) {
    const double x = 2 * unit() - 1, y = 2 * unit() - 1, s = x * x + y * y;
    if (s < 1 && s > 1e-30) return x * std::sqrt(-2 * portable_log(s) / s);  // sqrt is exact in IEEE 754
  }
}

}  // namespace ebb::inline base
