// Reads the ports of all switches at every step. It keeps their counters as sums that never decrease, and
// knows which switches do not answer. A switch that does not answer may still forward; one that sends nothing
// either for the time of `patience` counts as gone.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/agent_context.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// A switch counter as a sum that never decreases. When the switch's counter jumps back after a restart or a
/// clear, its new value is added.
class CounterTrack {
 public:
  /// Takes a reading. Returns whether the counter has jumped back.
  bool read(std::uint64_t counter) {
    const bool fell = known_ && counter < last_;
    if (known_) sum_ += fell ? counter : counter - last_;
    last_ = counter, known_ = true;
    return fell;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t last_ = 0, sum_ = 0;
  bool known_ = false;  ///< the sum starts from 0 at the first reading
};

/// What a port has carried since its first reading.
struct PortCounters {
  CounterTrack bytes, frames;      ///< sent
  CounterTrack received;           ///< bytes
  std::uint64_t sent_in_step = 0;  ///< bytes that the last poll added
  Picoseconds last_sent{}, last_received{};
};

class SwitchPoller {
 public:
  explicit SwitchPoller(const AgentContext& context);

  /// Reads all switches, and logs which stop and which begin to answer. With the setting `calm_poll`, a
  /// switch that was read within it is left out unless `must_read`. Its ports have sent nothing in this step.
  void poll(const std::function<bool(SwitchId)>& must_read = {});
  /// Updates which switches count as gone. Returns whether that has changed.
  bool find_gone();
  /// Returns the switches that may have lost their rules, rates and port states since the last call: they did
  /// not answer for a while, or their counters jumped back.
  std::vector<SwitchId> take_restarted();

  bool is_silent(SwitchId s) const { return switches_[s].silent; }
  bool is_gone(SwitchId s) const { return switches_[s].gone; }
  /// True when the readings of its ports are those of this step.
  bool answers(SwitchId s) const { return switches_[s].ever && !switches_[s].silent; }
  std::vector<bool> gone() const;
  /// True when a switch does not answer but may still forward, by its old rules.
  bool any_unknown() const;
  bool all_gone() const;

  const PortCounters& counters(PortId port) const { return counters_[port]; }
  /// Only after its switch has answered once.
  const PortReading& reading(PortId port) const;

  // Of a cable between switches, named by either port.
  bool knows(PortId cable) const;  ///< both ends answer
  bool has_gone_end(PortId cable) const;
  bool has_silent_end(PortId cable) const;
  /// True as far as is known: an end that does not answer counts as up.
  bool is_up(PortId cable) const;
  std::uint64_t frames_on(PortId cable) const;  ///< in both directions, since the start

 private:
  struct Switch {
    std::vector<PortReading> ports;
    bool silent = false, gone = false, restarted = false;
    bool ever = false;   ///< it has answered at least once
    bool asked = false;  ///< in this step
    Picoseconds read_at{};
    Picoseconds silent_since{};
  };
  bool is_due(SwitchId s, const std::function<bool(SwitchId)>& must_read) const;
  void take_readings(SwitchId s, std::vector<PortReading> readings);
  Picoseconds last_sign_of(SwitchId s) const;

  const AgentContext& context_;
  std::vector<Switch> switches_;
  std::vector<PortCounters> counters_;  ///< by port of a switch
};

}  // namespace ebb::inline fabric
