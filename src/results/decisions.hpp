// What a power policy decided in a run, and why: each decision that changed what a channel wants, and how
// often each reason was given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/same_share.hpp"

namespace ebb::inline results {

/// How often a reason was given, and how often something came of it: another wish, or a channel that waits
/// until it may be off. The texts are the policies' own, or the controller's where it refuses.
struct ReasonCount {
  std::string why;
  std::uint64_t questions = 0, changes = 0;
  bool operator==(const ReasonCount&) const = default;
};

/// A decision that changed what a channel wants, and what the policy was shown. Where the controller does
/// not let a channel go off yet, it says so once, and the rung may be the same as before. The texts belong to
/// whoever hands the record over.
struct DecisionRecord {
  Picoseconds at{};
  std::uint32_t channel = 0;
  std::uint8_t from = 0, to = 0;  ///< rungs of the ladder: wanted before, wanted from now on
  std::string_view why;           ///< as the policy says it, or the controller where it refuses
  std::string_view cause;         ///< of the question: "time", "queue", "missed"
  double utilisation = 0;         ///< busy share of the time since the last question in which it could send
  Picoseconds since{};            ///< length of that time, silence included
  Bytes sent{};                   ///< in that time
  std::optional<Bytes> queued;    ///< waiting for the wire or on it; absent: the owner cannot know
  Picoseconds idle_for{};         ///< since the wire was last busy
  bool operator==(const DecisionRecord&) const = default;
};

/// Where a channel begins and ends.
struct ChannelEnds {
  bool from_host = false, to_host = false;
  std::uint32_t from = 0, to = 0;      ///< number of the switch or host
  std::uint32_t port = 0;              ///< of the switch that it leaves
  std::uint32_t back = 0;              ///< the channel in the other direction of its cable
  std::string from_name{}, to_name{};  ///< of the switch or host, where the network has names
  std::string port_name{};             ///< of the port that it leaves: "eth3"
  BitsPerSecond full{};                ///< its full rate, where channels have several; else 0
  bool operator==(const ChannelEnds&) const = default;
};

/// Whose decisions they are: what it takes to read them without the run's file.
struct DecisionsAbout {
  std::string program, run, network, policy;  ///< the last two with their parameters
  Picoseconds epoch{};
  bool paired = false;           ///< both directions of a cable have the faster of the rates that they want
  std::uint8_t first_level = 0;  ///< of every channel, at the start
  std::vector<BitsPerSecond> levels;  ///< of the fastest channels, slowest first; 0: off
  std::vector<ChannelEnds> channels;  ///< by number

  /// Returns the rate that a channel has at a rung.
  BitsPerSecond rate_at(std::uint32_t channel, std::uint8_t level) const {
    const BitsPerSecond full = channels[channel].full;
    return full.v > 0 ? same_share(full, levels[level], levels.back()) : levels[level];
  }
  bool operator==(const DecisionsAbout&) const = default;
};

/// How many of a run's decisions were kept one by one. The others came later, and are only counted.
struct KeptDecisions {
  std::uint64_t kept = 0, beyond = 0;
  bool operator==(const KeptDecisions&) const = default;
};

/// What is known when the run is over.
struct DecisionsEnd {
  KeptDecisions decisions;
  std::vector<ReasonCount> reasons;  ///< of the whole run, whether kept or not
  Picoseconds simulated{};
  bool partial = false;
  std::uint64_t digest = 0;  ///< of the run
  bool operator==(const DecisionsEnd&) const = default;
};

}  // namespace ebb::inline results
