// The purchase price of a network's parts, as far as device files state prices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ebb::inline results {

struct PricedPart {
  std::string what, device;  ///< "switches", and the device's name
  std::int64_t count = 0;
  std::optional<double> price_usd;  ///< of one part; nothing: its file states none
  std::string source, from;         ///< source of the price
};

struct Capex {
  std::vector<PricedPart> parts;

  /// Of all parts; empty where one of them has no price.
  std::optional<double> usd() const {
    double sum = 0;
    for (const PricedPart& part : parts) {
      if (!part.price_usd) return std::nullopt;
      sum += *part.price_usd * static_cast<double>(part.count);
    }
    return sum;
  }
  /// Of the parts that have a price.
  double priced_usd() const {
    double sum = 0;
    for (const PricedPart& part : parts)
      if (part.price_usd) sum += *part.price_usd * static_cast<double>(part.count);
    return sum;
  }
  /// Returns the devices whose files state no price.
  std::vector<std::string> unpriced() const {
    std::vector<std::string> names;
    for (const PricedPart& part : parts)
      if (!part.price_usd) names.push_back(part.device);
    return names;
  }
};

}  // namespace ebb::inline results
