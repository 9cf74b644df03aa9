// Whether buffers are long enough for the cables before them: a wire that is full sends as many bytes as
// credits take to come back, and all of them need a place at its far end.
#pragma once

#include <optional>
#include <string>

#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline experiment {

struct ShortBuffer {
  std::string cable;   ///< what its kind is called
  Picoseconds back{};  ///< from the start of a packet (of a worm: a flit) until its credit is back
  double share = 1;    ///< of the wire that one virtual channel can use
  Bytes needed{};      ///< for all of it
};

/// The kind of cable that suffers most; nothing where a virtual channel can use every wire, or without
/// credits. Buffers and credits count whole flits with wormhole switching, else whole packets of this size.
std::optional<ShortBuffer> short_buffer(const SwitchSettings& switches, Bytes packet, const Network& network);

/// The same as a sentence that says what to do; empty where nothing is short.
std::string short_buffer_text(const SwitchSettings& switches, const HostSettings& hosts,
                              const Network& network);

}  // namespace ebb::inline experiment
