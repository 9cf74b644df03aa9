// Any bytes at all as a Chakra trace that two ranks execute: they become a job, or are refused by byte or by
// node.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ensure.hpp"
#include "training/chakra_file.hpp"
#include "training/chakra_job.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto refused = [](const ebb::Problems& problems) {
    ENSURE(!problems.empty());
    for (const ebb::Problem& p : problems) ENSURE(!p.where.empty() && !p.what.empty());
    return 0;
  };
  const auto nodes = ebb::read_chakra({reinterpret_cast<const char*>(data), size}, "fuzz.et");
  if (!nodes) return refused(nodes.problems());
  auto made = ebb::chakra_job({*nodes, *nodes}, static_cast<ebb::TrainingCollectives>(size % 4));
  if (!made) return refused(made.problems());
  for (const auto& message : made->job.finish().messages) ENSURE(message.at.v >= 0 && message.source < 2);
  return 0;
}
