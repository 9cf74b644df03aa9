// The price of a device, from what its file states.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "power/device/device.hpp"

namespace ebb::inline power {
namespace {

const std::string& source_of(const Price& price, const Device& device) {
  return price.usd.from.empty() ? device.from : price.usd.from;
}

std::string dates_of(const std::vector<Price>& prices) {
  const auto [first, last] = std::minmax_element(
      prices.begin(), prices.end(), [](const Price& a, const Price& b) { return a.date < b.date; });
  return first->date == last->date ? first->date : first->date + " to " + last->date;
}

/// "429 $, street, 2026-09: FS.com; 659 $, …"
std::string offers_text(const std::vector<Price>& prices, const Device& device) {
  if (prices.size() == 1)
    return fmt::format("{} price: {}", name_of(prices[0].kind), source_of(prices[0], device));
  std::string text;
  for (const Price& p : prices)
    text += fmt::format("{}{:.10g} $, {}, {}: {}", text.empty() ? "" : "; ", p.usd.value, name_of(p.kind),
                        p.date, source_of(p, device));
  return text;
}

}  // namespace

std::optional<PriceRange> Device::price() const {
  if (price_usd.given)
    return PriceRange{price_usd.value, price_usd.value, "", std::string(name_of(price_usd.source)),
                      price_usd.from.empty() ? from : price_usd.from};
  if (prices.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(
      prices.begin(), prices.end(), [](const Price& a, const Price& b) { return a.usd.value < b.usd.value; });
  const bool same = std::all_of(prices.begin(), prices.end(),
                                [&](const Price& p) { return p.usd.source == prices[0].usd.source; });
  return PriceRange{least->usd.value, most->usd.value, dates_of(prices),
                    same ? std::string(name_of(prices[0].usd.source)) : "several",
                    offers_text(prices, *this)};
}

}  // namespace ebb::inline power
