// Sets the rates of ports. A refused rate does not count as applied: the energy accounting, the policy and
// the other end of the cable continue with the actual rate, and the port is tried again later.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "fabric/agent/channel_policies.hpp"
#include "network/network.hpp"
#include "power/control/controller.hpp"

namespace ebb::inline fabric {

/// Ports that refuse their rate for the same reason.
struct RefusedPorts {
  std::string why;
  std::vector<PortId> ports;
};

class RateSetter {
 public:
  RateSetter(const AgentContext& context, const SwitchPoller& poller, ChannelPolicies& policies);

  /// Brings every controlled port to the agreed level of its channel; `finishing`: to full rate.
  void apply_all(bool finishing);
  /// Begins the change of one channel to its agreed level. Off has no rate: the caller switches the port.
  void apply_level(PortId port);
  /// Ends the changes of this step, and reverts those that were refused.
  void end_step();

  /// The rate of this port is unknown, as after a restart of its switch: it is set again at once.
  void forget(PortId port);
  /// Tries each port that refused its rate once more.
  void retry_all();

  /// True when the port is off, does not answer, is not controlled, or has accepted full rate.
  bool has_full_rate(PortId port) const;
  bool all_at_full_rate() const;
  /// True when a port that refused its rate waits for the next attempt.
  bool waits(PortId port) const { return ports_[port].again.v != 0; }
  std::vector<RefusedPorts> refused() const;

 private:
  struct Port {
    std::optional<std::uint8_t> accepted;  ///< the rate level that the port has; nullopt: unknown
    std::string refused;                   ///< why it refused the last rate; empty: it did not
    Picoseconds again{};                   ///< after a refusal: earliest time of the next attempt
    bool attempted = false;                ///< its rate was set in this step
  };
  struct Attempt {
    PortId port = 0;
    std::size_t level = 0;
    ChannelControl before;
    std::vector<std::int64_t> times;  ///< before the change
    std::string refused{};
  };
  void set_rate(PortId port, const ChannelControl& before, std::vector<std::int64_t> times);
  BitsPerSecond rate_of(PortId port, std::size_t level) const;
  void take_back(const Attempt& attempt);
  void report_refused(const RefusedPorts& refused) const;

  const AgentContext& context_;
  const SwitchPoller& poller_;
  ChannelPolicies& policies_;
  std::vector<Port> ports_;
  std::vector<Attempt> attempts_;  ///< of this step
};

}  // namespace ebb::inline fabric
