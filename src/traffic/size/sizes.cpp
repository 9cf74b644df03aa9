#include "traffic/size/sizes.hpp"

namespace ebb::inline traffic {
namespace {

/// Packets of one message of each size from 1 to `most` together.
__int128 packets_up_to(std::int64_t most, std::int64_t mtu) {
  const __int128 full = most / mtu, rest = most % mtu;
  return mtu * (full * (full + 1) / 2) + rest * (full + 1);
}

}  // namespace

void require_message_size(Problems& problems, std::string_view name, Bytes size) {
  if (size.v >= 1 && size <= largest_message) return;
  problems.push_back({std::string(name),
                      fmt::format("is {}, but a message has between 1B and {}", quantity_text(size),
                                  quantity_text(largest_message)),
                      "for example: \"1000B\""});
}

MeanSize mean_of_range(std::int64_t least, std::int64_t most, const Cutting& cutting) {
  const __int128 packets = packets_up_to(most, cutting.mtu.v) - packets_up_to(least - 1, cutting.mtu.v);
  const auto sizes = static_cast<double>(most - least + 1);
  return {(static_cast<double>(least) + static_cast<double>(most)) / 2, static_cast<double>(packets) / sizes};
}

}  // namespace ebb::inline traffic
