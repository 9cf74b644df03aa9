#include "study/sweep/saturation_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/ensure.hpp"

namespace ebb::inline study {

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
  const std::size_t number = next_number();
  return number > 0 ? std::optional(load(number)) : std::nullopt;
}

std::size_t SaturationSearch::next_number() const {
  const auto between = [](std::size_t low, std::size_t high) {
    return high - low < 2 ? 0 : low + (high - low) / 2;
  };
  if (!undecided_) return between(low_, high_);
  const std::size_t below = between(low_, undecided_->least);
  return below > 0 ? below : between(undecided_->greatest, high_);
}

std::size_t SaturationSearch::runs_left() const {
  const auto between = [](std::size_t low, std::size_t high) {
    return static_cast<std::size_t>(std::bit_width(high - low - 1));
  };
  if (!undecided_) return between(low_, high_);
  return between(low_, undecided_->least) + between(undecided_->greatest, high_);
}

void SaturationSearch::tell(Steadiness shown) {
  const std::size_t number = next_number();
  ENSURE(number > 0);
  if (shown == Steadiness::undecided) {
    if (!undecided_) undecided_ = {number, number};
    undecided_->least = std::min(undecided_->least, number);
    undecided_->greatest = std::max(undecided_->greatest, number);
    return;
  }
  (shown == Steadiness::steady ? low_ : high_) = number;
  // A network that carries a load carries any smaller one; one that saturates at a load saturates at any
  // greater.
  if (undecided_ && (low_ > undecided_->greatest || high_ < undecided_->least)) undecided_.reset();
}

}  // namespace ebb::inline study
