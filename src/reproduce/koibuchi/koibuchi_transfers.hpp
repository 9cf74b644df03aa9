// Koibuchi's synthetic traffic (Figures 2 and 3): each of 64 hosts sends to one other as much as it can.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "reproduce/reproduce.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline reproduce {

enum class Sending : std::uint8_t {
  frames,              ///< as fast as the link takes them; the links of a trunk share its traffic evenly
  frames_by_flow,      ///< the same, but each flow takes one link, as in our and the paper's switches
  tcp,                 ///< over TCP, and each flow takes one link
  tcp_with_processor,  ///< over TCP, and each byte takes the host's processor time (koibuchi_tcp.hpp)
};

struct KoibuchiRun {
  SwitchGraph graph;
  std::string_view pattern;  ///< "bit_reversal", or "transpose" as the paper defines it
  Sending sending = Sending::frames;
};
struct Throughput {
  double mbps = 0;  ///< payload of a transfer pair, mean over all pairs
  /// Half of the 95 % confidence interval; nothing when the run is too short.
  std::optional<double> half_width_mbps;

  std::string interval() const {
    return half_width_mbps ? fmt::format("+- {:.1f} Mb/s (95 %)", *half_width_mbps)
                           : "too short for an interval";
  }
};
/// Hosts that are their own partner send nothing.
Result<std::vector<Throughput>> run_transfers(const std::vector<KoibuchiRun>& runs, const Effort& effort);

}  // namespace ebb::inline reproduce
