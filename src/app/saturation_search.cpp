#include "app/saturation_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/ensure.hpp"

namespace ebb {

SaturationSearch::SaturationSearch(const SaturationSettings& settings) : settings_(settings) {
  const double steps = (settings.to - settings.from) / settings.precision;
  last_ = static_cast<std::size_t>(std::ceil(steps - 1e-9)) + 1;
  high_ = last_ + 1;
}

double SaturationSearch::load(std::size_t number) const {
  const double value = settings_.from + static_cast<double>(number - 1) * settings_.precision;
  return std::min(settings_.to, std::round(value * 1e6) / 1e6);
}

std::optional<double> SaturationSearch::next() const {
  if (high_ - low_ < 2) return std::nullopt;
  return load(low_ + (high_ - low_) / 2);
}

std::size_t SaturationSearch::runs_left() const {
  return static_cast<std::size_t>(std::bit_width(high_ - low_ - 1));
}

void SaturationSearch::tell(bool is_steady) {
  ENSURE(next());
  const std::size_t middle = low_ + (high_ - low_) / 2;
  (is_steady ? low_ : high_) = middle;
}

}  // namespace ebb
