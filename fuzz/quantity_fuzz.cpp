// Any bytes at all as a number with its unit: refused with a hint, or a value whose own text gives it back.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "base/quantity.hpp"

namespace {

template <class Value>
void read(std::string_view text, ebb::Result<Value> (*parse)(std::string_view)) {
  const auto value = parse(text);
  if (!value) {
    for (const ebb::Problem& p : value.problems()) ENSURE(!p.what.empty() && !p.hint.empty());
    return;
  }
  const auto again = parse(ebb::quantity_text(*value));
  ENSURE(again.ok() && again->v == value->v);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read(text, ebb::parse_time);
  read(text, ebb::parse_rate);
  read(text, ebb::parse_size);
  read(text, ebb::parse_power);
  read(text, ebb::parse_energy);
  return 0;
}
