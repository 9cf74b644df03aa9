// Any bytes at all as a file of message sizes: a distribution that only draws sizes which a message can have,
// or problems with a place.
#include <cstddef>
#include <cstdint>

#include "base/ensure.hpp"
#include "config/node.hpp"
#include "input_file.hpp"
#include "traffic/size/size_distribution.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ebb::SizeDistribution sizes;
  sizes.file = input_file(data, size, ".toml");
  ebb::Node place;
  place.where = "fuzz.toml:1:1";
  ebb::Problems problems;
  sizes.load_from(place, "traffic.sizes.file", problems);
  for (const ebb::Problem& p : problems) ENSURE(!p.where.empty() && !p.what.empty());
  if (!problems.empty()) return 0;
  ebb::Random random(1, 2);
  for (int i = 0; i < 100; ++i) {
    const ebb::Bytes drawn = sizes.draw(random);
    ENSURE(drawn.v >= 1 && drawn.v <= 1'000'000'000'000);
  }
  return 0;
}
