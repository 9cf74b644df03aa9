// The decisions of a power policy in a run, and their reasons: each decision that changed a channel's
// requested level, and how often each reason was given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/same_share.hpp"
#include "base/units.hpp"

namespace ebb::inline results {

/// How often a reason was given, and how often it had an effect: another requested level, or a channel that
/// waits until it may be off. The texts are the policies' own, or the controller's where it refuses.
struct ReasonCount {
  std::string why;
  std::uint64_t evaluations = 0, changes = 0;
  bool operator==(const ReasonCount&) const = default;
};

/// A decision that changed a channel's requested level, with the observation of the policy. When the
/// controller does not let a channel go off yet, one record reports it, and its level may be unchanged. The
/// caller owns the texts.
struct DecisionRecord {
  Picoseconds at{};
  std::uint32_t channel = 0;
  std::uint8_t from = 0, to = 0;  ///< requested levels before and after, as indices of the rate levels
  std::string_view why;           ///< given by the policy, or by the controller where it refuses
  std::string_view cause;         ///< of the evaluation: "time", "queue", "diverted"
  double utilisation = 0;         ///< busy fraction of the time it could send since the last evaluation
  Picoseconds since{};            ///< length of that time, transitions included
  Bytes sent{};                   ///< in that time
  std::optional<Bytes> queued;    ///< waiting for the wire or on it; empty: the driver cannot know
  Picoseconds idle_for{};         ///< since the wire was last busy
  bool operator==(const DecisionRecord&) const = default;
};

/// The ends of a channel.
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

/// The run of the decisions: what is needed to read them without the run's file.
struct DecisionsAbout {
  std::string program, run, network, policy;  ///< the last two with their parameters
  Picoseconds epoch{};
  bool paired = false;           ///< both directions of a cable run at the faster of their requested rates
  std::uint8_t first_level = 0;  ///< of every channel, at the start
  std::vector<BitsPerSecond> levels;  ///< of the fastest channels, slowest first; 0: off
  std::vector<ChannelEnds> channels;  ///< by number

  /// Returns the rate of a channel at a rate level.
  BitsPerSecond rate_at(std::uint32_t channel, std::uint8_t level) const {
    const BitsPerSecond full = channels[channel].full;
    return full.v > 0 ? same_share(full, levels[level], levels.back()) : levels[level];
  }
  bool operator==(const DecisionsAbout&) const = default;
};

/// How many of a run's decisions were kept individually. The others came later, and are only counted.
struct KeptDecisions {
  std::uint64_t kept = 0, beyond = 0;
  bool operator==(const KeptDecisions&) const = default;
};

/// What is known at the end of the run.
struct DecisionsEnd {
  KeptDecisions decisions;
  std::vector<ReasonCount> reasons;  ///< of the whole run, kept or not
  Picoseconds simulated{};
  bool partial = false;
  std::uint64_t digest = 0;  ///< of the run
  bool operator==(const DecisionsEnd&) const = default;
};

}  // namespace ebb::inline results
