// What `ebb check` says of the switches of a run, in words.
#pragma once

#include <string>

#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline app {

/// In words, what the stages of the pipeline are, and what wormhole switching and virtual lanes mean for the
/// proof; empty without.
struct SwitchWords {
  std::string stages{}, worms{}, lanes{};
};

/// Of a run whose routing needs so many virtual channels.
SwitchWords words_of(const SwitchSettings& switches, const HostSettings& hosts, const Network& network,
                     int vcs);

/// Returns the flits of the largest packet.
std::int64_t flits_of_packet(const SwitchSettings& switches, const HostSettings& hosts);

}  // namespace ebb::inline app
