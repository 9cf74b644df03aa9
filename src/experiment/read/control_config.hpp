// The [control] section of a run: the rates of channels, the policy that chooses among them, and the time of
// a change.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "engine/model/control.hpp"
#include "experiment/read/configuration.hpp"
#include "power/control/channel_states.hpp"
#include "power/control/control_settings.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/policy.hpp"

namespace ebb::inline experiment {

enum class Pairing : std::uint8_t { independent, paired };
constexpr auto names_of(Pairing) { return std::array<std::string_view, 2>{"independent", "paired"}; }

/// The values that a device supplies for keys missing from [control].
struct FromDevice {
  std::string file;
  std::vector<std::pair<std::string, std::string>> taken;  ///< key and value, for messages
  std::string notes;                                       ///< origin of the other values; may be empty

  bool gives(std::string_view key) const;
};

struct ControlConfig {
  std::string device;
  std::vector<BitsPerSecond> rates{{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps};
  std::vector<std::int64_t> lanes;
  static constexpr Picoseconds never{0};
  Picoseconds epoch = 10_us, reactivation = 1_us, relock{}, wake = never, sleep{};
  std::vector<std::vector<Picoseconds>> changes;
  Pairing channels = Pairing::independent;
  bool staggered = false;
  Transition transition = Transition::leave;
  Picoseconds drain_above = 2_us;
  FromDevice from_device;
  bool changes_by_device = false;  ///< the table was computed from the device's voltages and slew
  std::unique_ptr<Policy> policy;  ///< null: without [control], all channels stay at full rate

  static constexpr auto fields() {
    using C = ControlConfig;
    return std::tuple{
        field("device", &C::device,
              "whose rates and times are taken where this section does not give them; \"\": none"),
        field("rates", &C::rates, "that a channel can have, slowest first; the last one is the cables' rate"),
        field("lanes", &C::lanes, "in use at each rate, for `relock`", {1, 4096}),
        field("epoch", &C::epoch, "time between two decisions of a channel", {1_ns, an_hour}),
        field("reactivation", &C::reactivation,
              "transition time: a channel cannot send while its rate changes"),
        field("relock", &C::relock, "the same when the lanes stay as they are; 0: no difference"),
        field("wake", &C::wake, "the same from off to a rate; 0s: channels cannot be switched off"),
        field("sleep", &C::sleep, "the same from a rate to off"),
        field("changes", &C::changes,
              "the same for every change, a line for each state (off first) with a column for each"),
        field("channels", &C::channels, "of a cable: each with its own rate, or both with the faster one"),
        field("staggered", &C::staggered, "cables end their epochs at different times"),
        field(
            "transition", &C::transition,
            "a changing channel stays a legal route, is avoided, is drained before, or by how long it takes"),
        field("drain_above", &C::drain_above, "by_time: changes longer than this are drained")};
  }
  Problems check() const;

  /// Takes the device's values for all keys that `given` does not have (control_device.cpp).
  void take(const ChannelStates& states, const Node& given);
  bool has_off() const { return wake.v > 0 || (!rates.empty() && rates[0].v == 0); }

  Picoseconds longest_change() const;
  /// Returns the key that gives the time of the longest change, and its origin.
  std::string name_of_longest_change() const;
  /// Returns all states of channels of this full rate, whether or not a policy chooses among them.
  RateLevels states(BitsPerSecond full_rate) const;
  /// Returns the settings of control for channels of this full rate. The config must outlive them.
  Control control(BitsPerSecond full_rate) const;

 private:
  std::vector<BitsPerSecond> levels() const;  ///< includes off
  Picoseconds change(std::size_t from, std::size_t to) const;
  void take_slew(const ChannelStates& states);
};

/// Finds the device that the section names, and takes its values for keys that the section leaves out.
void read_control_device(Configuration& file, const Node& section, BitsPerSecond full_rate,
                         ControlConfig& config);

/// Reads [control] with its policy, where the file has one.
void read_control(Configuration& file, BitsPerSecond full_rate, ControlConfig& config);

}  // namespace ebb::inline experiment
