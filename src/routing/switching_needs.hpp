// What a routing requires of the switching mode of a run, and the one check of it. A routing states it by
//
//   SwitchingNeeds switching_needs() const   optional: it works with every switching mode without
//
// so that nobody has to know which routing needs what.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline routing {

/// A queue length at which a routing acts. Where no queue grows beyond it, it would be another routing.
struct QueueTrigger {
  std::string_view key;  ///< of [routing], with the length
  Bytes length{};
  std::string_view otherwise;  ///< what happens where no queue grows beyond it
  std::string_view instead{};  ///< a routing to choose then; empty: none
};

struct SwitchingNeeds {
  bool wormhole = true;                  ///< false: it works only where a packet fits into one buffer
  bool pauses = false;                   ///< it reacts to pauses alone
  bool congestion_notification = false;  ///< it reacts to congestion notifications (802.1Qau) alone
  std::string_view key = "name";         ///< of [routing], by which it needs these
  std::string_view instead{};            ///< a setting of [routing] that does not need them; empty: none
  std::optional<QueueTrigger> queue{};
  Picoseconds phase{};  ///< its tables change with the traffic, after each such time; 0: they do not
};

/// A flow control, and what it tells a routing.
struct FlowOffer {
  std::string_view name;
  bool pauses = false, congestion_notification = false;
};

/// The switching mode of a run and what else a routing may need to know of it.
struct SwitchingFacts {
  std::string_view forwarding, flow;  ///< as in a file: switch.forwarding, flow.name
  bool wormhole = false;
  std::vector<FlowOffer> flows{};         ///< every flow control that there is
  Bytes output_queue{}, longest_queue{};  ///< its size, and the most that it holds of this run's packets
  std::optional<Picoseconds> traffic_period{};  ///< absent: there is no traffic; 0: it never changes
};

/// Returns why a routing of this name does not work with the switching mode, with what fits. `where` of a
/// problem is a key of [routing].
Problems check_switching(std::string_view name, const SwitchingNeeds& needs, const SwitchingFacts& facts);

}  // namespace ebb::inline routing
