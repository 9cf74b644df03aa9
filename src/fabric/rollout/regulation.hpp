// Link regulation (Koibuchi, sections IV.B to IV.D): links go off, come on and change their rate while frames
// cross the network. A plan is a list of steps; each is verified before the next begins, and the first that
// fails ends it, at a moment when every path is over links that are on.
//
// On to off: new paths round the links, then the links go off. Off to on: the links come on, then paths may
// use them. A change of rate silences a link for seconds; it is hidden behind a detour, as the paper does:
// all links of the trunk leave the paths, change, and come back. (Aggregated links must have one rate.)
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/trees/tree_plan.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline fabric {

/// What a regulation asks of cables between switches; a cable is known by one of its ports.
class CableDriver {
 public:
  virtual ~CableDriver() = default;
  virtual Problems switch_on(PortId port, bool on) = 0;  ///< at both ends
  virtual Problems set_rate(PortId port, BitsPerSecond rate) = 0;
  virtual Result<bool> is_on(PortId port) = 0;  ///< both ends are on and have a link
  virtual Result<BitsPerSecond> rate(PortId port) = 0;
};

struct RegulationStep {
  enum class Kind : std::uint8_t { switch_on, lead_paths, set_rate, switch_off };
  Kind kind = Kind::lead_paths;
  std::vector<PortId> cables = {};        ///< by one port
  BitsPerSecond rate = {};                ///< of set_rate
  std::vector<std::uint32_t> links = {};  ///< of lead_paths: in use, of each trunk
  std::optional<PathSet> paths = {};      ///< of lead_paths
};
/// "switch off s0-s1 link 5, s0-s1 link 4"
std::string step_text(const Trunks& trunks, const RegulationStep& step);

/// From some links in use to others, with paths that use no more than these. Off to on and on to off in one.
std::vector<RegulationStep> plan_links(const Trunks& trunks, const std::vector<std::uint32_t>& now,
                                       const std::vector<std::uint32_t>& wanted, const PathSet& paths);
/// The same from any cables that are on, by port: those beyond the wanted ones go off, those that are missing
/// come on.
std::vector<RegulationStep> plan_cables(const Trunks& trunks, const std::vector<bool>& on,
                                        const std::vector<std::uint32_t>& wanted, const PathSet& paths);
/// Another rate for all links of a trunk in use. Refused when the network would fall apart without it.
Result<std::vector<RegulationStep>> plan_rate(const Network& network, const Trunks& trunks,
                                              const std::vector<std::uint32_t>& now, const PathSet& paths,
                                              TrunkId trunk, BitsPerSecond rate);

/// The network that is regulated: drivers in the order of its switches, OpenFlow numbers of their ports.
struct RegulatedNetwork {
  const Network& network;
  std::vector<SwitchDriver*> switches;
  CableDriver& cables;
  Journal& journal;
  RolloutClock& clock;
  std::vector<std::vector<std::uint32_t>> ports;
  RolloutSettings settings = {};
  std::uint64_t most_pairs = 10'000;  ///< of hosts that probes are sent between after a change of paths
};

struct RegulationReport {
  std::vector<std::string> done;  ///< steps, as texts
  std::uint64_t probes = 0;
  Problems problems;  ///< of the step that failed; the steps after it were not begun
};

RegulationReport regulate(RegulatedNetwork& network, const std::vector<RegulationStep>& steps);

}  // namespace ebb::inline fabric
