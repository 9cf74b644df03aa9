// Texts of `ebb check` on the switches of a run.
#pragma once

#include <string>

#include "engine/model/settings.hpp"
#include "network/network.hpp"

namespace ebb::inline tasks {

/// Texts on the stages of the pipeline, and on the effect of wormhole switching and virtual lanes on the
/// proof; empty without them.
struct SwitchTexts {
  std::string stages{}, worms{}, lanes{};
};

/// For a run whose routing needs that many virtual channels.
SwitchTexts switch_texts(const SwitchSettings& switches, const HostSettings& hosts, const Network& network,
                         int vcs);

}  // namespace ebb::inline tasks
