// Any bytes at all as a demand matrix: they give demands that are numbers, or problems that name a place.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "traffic/demand/demand_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = ebb::parse_demand({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  if (!file) {
    for (const ebb::Problem& p : file.problems()) ENSURE(!p.where.empty() && !p.what.empty());
    return 0;
  }
  for (const ebb::DemandLine& line : file->lines) {
    ENSURE(!line.source.empty() && !line.destination.empty());
    ENSURE(line.bits_per_second >= 0 && line.bits_per_second <= 1e16);
    ENSURE(line.hour >= ebb::every_hour && line.hour < ebb::hours_in_day);
  }
  return 0;
}
