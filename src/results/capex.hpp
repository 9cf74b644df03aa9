// The purchase price of a network's parts, as far as device files state prices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ebb::inline results {

/// Sellers ask different prices; comparisons use the middle.
struct UsdRange {
  double least = 0, most = 0;

  double middle() const { return (least + most) / 2; }
  bool operator==(const UsdRange&) const = default;
};

struct PricedPart {
  std::string what, device;  ///< "switches", and the device's name
  std::int64_t count = 0;
  std::optional<UsdRange> price;    ///< of one part; nothing: its file states none
  std::string dates, source, from;  ///< of the price

  UsdRange all() const {
    const double pieces = static_cast<double>(count);
    return {price->least * pieces, price->most * pieces};
  }
};

struct Capex {
  std::vector<PricedPart> parts;

  /// Of all parts; empty where one of them has no price.
  std::optional<UsdRange> usd() const {
    if (!unpriced().empty()) return std::nullopt;
    return priced_usd();
  }
  /// Of the parts that have a price.
  UsdRange priced_usd() const {
    UsdRange sum;
    for (const PricedPart& part : parts)
      if (part.price) sum = {sum.least + part.all().least, sum.most + part.all().most};
    return sum;
  }
  /// Returns the devices whose files state no price.
  std::vector<std::string> unpriced() const {
    std::vector<std::string> names;
    for (const PricedPart& part : parts)
      if (!part.price) names.push_back(part.device);
    return names;
  }
};

}  // namespace ebb::inline results
