// Checks whether buffers are large enough for the cables before them. A fully used wire sends for as long as
// a credit takes to return, and the buffer at its far end must hold all these bytes.
#pragma once

#include <optional>
#include <string>

#include "base/units.hpp"
#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

struct ShortBuffer {
  std::string cable;   ///< name of the cable's kind
  Picoseconds back{};  ///< from the start of a packet (of a worm: a flit) until its credit has returned
  double share = 1;    ///< fraction of the wire's rate that one virtual channel can use
  Bytes needed{};      ///< buffer for the full rate
};

/// Returns the most limited kind of cable. Empty where a virtual channel can use every wire fully, or without
/// credits. Buffers and credits count whole flits with wormhole switching, else whole packets of this size.
std::optional<ShortBuffer> short_buffer(const SwitchSettings& switches, Bytes packet, const Network& network);

/// Returns the same as a sentence with advice. Empty where no buffer is too short.
std::string short_buffer_text(const SwitchSettings& switches, const HostSettings& hosts,
                              const Network& network);

}  // namespace ebb::inline experiment
