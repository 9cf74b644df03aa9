#include "rules/tables/spread.hpp"

#include <algorithm>
#include <bit>

namespace ebb::inline rules {
namespace {

/// Values [from, to) of a field: those that agree in the compared bits.
struct Range {
  std::size_t from = 0, to = 0;
  Ternary match;
  std::size_t size() const { return to - from; }
};

/// Splits off the upper half of a part by the next bit that its values compare.
Range split(Range& part, const std::vector<Ternary>& values) {
  const Address lowest =
      part.match.mask ? part.match.mask & (~part.match.mask + 1) : Address{1} << address_bits;
  const Address bit = std::bit_floor(values[part.from].mask & (lowest - 1));
  std::size_t middle = part.from;
  while ((values[middle].value & bit) == 0) ++middle;
  Range upper{middle, part.to, {part.match.value | bit, part.match.mask | bit}};
  part.to = middle;
  part.match.mask |= bit;
  return upper;
}

std::vector<Ternary> parts_of(const std::vector<Ternary>& values, std::size_t count) {
  std::vector<Range> parts{{0, values.size(), {}}};
  while (parts.size() < std::min(count, values.size())) {
    const auto largest = std::max_element(parts.begin(), parts.end(),
                                          [](const Range& a, const Range& b) { return a.size() < b.size(); });
    const Range upper = split(*largest, values);
    parts.insert(std::next(largest), upper);
  }
  std::vector<Ternary> matches;
  for (const Range& part : parts) matches.push_back(part.match);
  return matches;
}

}  // namespace

std::vector<SpreadPart> spread(const AddressPlan& plan, std::size_t source_field,
                               std::size_t destination_field, std::size_t ports) {
  const std::vector<Ternary> sources = parts_of(plan.values_of(source_field), ports);
  const std::vector<Ternary> destinations = plan.values_of(destination_field);
  std::vector<SpreadPart> parts;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::size_t share = ports * (i + 1) / sources.size() - ports * i / sources.size();
    for (const Ternary& destination : parts_of(destinations, share))
      parts.push_back({sources[i], destination});
  }
  return parts;
}

}  // namespace ebb::inline rules
