// Decides how one router goes to sleep and how it wakes. Pure: observations and a clock go in, actions come
// out. Sleep: drain, until no neighbour's kernel forwards by it and its counters are quiet, then ports off.
// Wake: ports on, adjacencies, routes, probes. The router is awake only after the proof; what does not happen
// within its time is undone, reported and tried again.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/problem.hpp"

namespace ebb::inline fabric {

enum class SleepPhase : std::uint8_t {
  awake,     ///< proved
  draining,  ///< advertises the maximum metric; neighbours still forward by it
  quieting,  ///< nobody forwards by it; its counters are watched
  asleep,    ///< its ports are off
  linking,   ///< ports on, adjacencies not yet complete
  routing,   ///< advertises its metrics again; routes not yet complete
  probing,   ///< routes complete in all kernels; packets are sent through it
  retrying,  ///< a wake has failed and was undone; the next one starts soon
};
std::string_view name_of(SleepPhase phase);

enum class SleepAction : std::uint8_t { none, drain, undrain, ports_off, ports_on };

struct SleepLimits {
  using Time = std::chrono::milliseconds;
  Time drain{10'000};        ///< until no neighbour forwards by it
  Time quiet{10'000};        ///< until its counters are quiet
  Time quiet_for{300};       ///< how long they are watched
  double control_rate = 20;  ///< frames a second and port that are the routing protocol's own
  Time link{30'000};         ///< until all adjacencies are complete
  Time ready{15'000};        ///< until its own routes are as before; other routers may have changed meanwhile
  Time routes{30'000};       ///< until OSPF has all routes again
  Time install{3'000};       ///< from there until the kernels have them
  Time probe{5'000};         ///< until all probes of a round arrive
  Time settle{12'000};       ///< wait for OSPF where the routes before the sleep are unknown
  Time retry{10'000};        ///< pause after a failed wake
};

/// What is observed of a router. Only what the phase needs is read.
struct SleepView {
  std::string unread;          ///< why it, or a neighbour, could not be read; the rest is then unknown
  bool drained = false;        ///< OSPF advertises the maximum metric
  std::string transit;         ///< a route of a neighbour's kernel that crosses it; empty: none
  std::uint64_t frames = 0;    ///< on all its ports, both directions
  std::uint32_t ports = 0;     ///< number of its ports
  std::string port_on;         ///< a port that is not off; empty: all are
  std::string not_full;        ///< a port without a complete adjacency; empty: all are
  std::string not_ready;       ///< a route of its own that is not as before the sleep; empty: none
  bool knows_routes = true;    ///< the routes before the sleep are known
  std::string not_routed;      ///< a route of OSPF from before the sleep that is missing; empty: none
  std::optional<Problem> gap;  ///< a next hop that OSPF has and a kernel lacks
  std::optional<bool> probed;  ///< whether all packets of a round crossed it; nullopt: no round
};

class RouterSleep {
 public:
  using Time = std::chrono::milliseconds;  ///< of any steady clock

  RouterSleep(std::string name, SleepLimits limits, SleepPhase phase = SleepPhase::awake)
      : name_(std::move(name)), limits_(limits), phase_(phase) {}

  /// Requests. One that is already under way, or done, changes nothing. The next step() acts.
  void sleep() { wants_awake_ = false; }
  void wake() { wants_awake_ = true; }
  /// Takes what was observed. The action is to be done before the next observation.
  SleepAction step(const SleepView& view, Time now);

  SleepPhase phase() const { return phase_; }
  bool is_awake() const { return phase_ == SleepPhase::awake; }
  /// Why the last sleep or wake failed, once.
  std::optional<Problem> take_failure() { return std::exchange(failure_, {}); }

 private:
  SleepAction enter(SleepPhase phase, Time now, SleepAction action = SleepAction::none);
  SleepAction fail(Time now, SleepPhase next, SleepAction action, Problem why);
  SleepAction wait_blindly(const SleepView& view, Time now);
  SleepAction drain(const SleepView& view, Time now);
  SleepAction quieten(const SleepView& view, Time now);
  SleepAction stay_asleep(const SleepView& view, Time now);
  SleepAction await_links(const SleepView& view, Time now);
  SleepAction await_routes(const SleepView& view, Time now);
  SleepAction await_probes(const SleepView& view, Time now);
  bool late(Time now, Time limit) const { return now - since_ > limit; }

  std::string name_;
  SleepLimits limits_;
  SleepPhase phase_;
  bool wants_awake_ = phase_ != SleepPhase::asleep;
  Time since_{0};               ///< when the phase began
  Time counted_at_{0};          ///< when the watch of the counters began
  std::uint64_t counted_ = 0;   ///< frames at that time
  std::optional<Time> routed_;  ///< when OSPF had all routes
  std::optional<Problem> failure_;
};

}  // namespace ebb::inline fabric
