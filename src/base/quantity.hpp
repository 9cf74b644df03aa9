// Numbers with their unit in text: "40Gb/s", "2.5us", "64KiB", "100W", "3.2pJ". Parsed exactly where the
// unit's type is an integer. Nothing is rounded silently.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"

namespace ebb::inline base {

/// The problems have no `where`: the caller knows the file and line.
Result<Picoseconds> parse_time(std::string_view text);
Result<BitsPerSecond> parse_rate(std::string_view text);
Result<Bytes> parse_size(std::string_view text);
Result<Watts> parse_power(std::string_view text);
Result<Joules> parse_energy(std::string_view text);

/// The shortest text that parses back to the same value.
std::string quantity_text(Picoseconds t);
std::string quantity_text(BitsPerSecond r);
std::string quantity_text(Bytes b);
std::string quantity_text(Watts w);
std::string quantity_text(Joules e);

/// The units of each type of quantity, for help texts. `type` is as in a field's description.
struct UnitFamily {
  std::string_view type, example;
  std::string units;
};
std::vector<UnitFamily> unit_families();

}  // namespace ebb::inline base
