// Link regulation (Koibuchi, sections IV.B to IV.D): links go off, come on and change their rate while frames
// cross the network. A plan is a list of steps. Each step is verified before the next begins, and the first
// failure ends the plan, with every path over links that are on.
//
// On to off: new paths avoid the links, then the links go off. Off to on: the links come on, then paths may
// use them. A change of rate interrupts a link for seconds, so traffic takes a detour, as in the paper: all
// links of the trunk leave the paths, change, and come back. (Aggregated links must have one rate.)
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/rollout/rollout.hpp"
#include "fabric/rollout/verify.hpp"
#include "fabric/trees/tree_program.hpp"
#include "network/network.hpp"
#include "rules/trees/link_choice.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {

/// What a regulation needs of cables between switches; a cable is identified by one of its ports.
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
  std::vector<std::uint32_t> links = {};  ///< of lead_paths: the number in use of each trunk
  std::optional<PathSet> paths = {};      ///< of lead_paths
};
/// "switch off s0-s1 link 5, s0-s1 link 4"
std::string step_text(const Trunks& trunks, const RegulationStep& step);

/// Plans the steps from the cables that are on, by port, to other numbers of links in use, with paths over
/// the latter only: surplus cables go off, missing ones come on.
std::vector<RegulationStep> plan_cables(const Trunks& trunks, const std::vector<bool>& on,
                                        const std::vector<std::uint32_t>& wanted, const PathSet& paths);
/// Plans another rate for all links in use of a trunk. Refused when the network would be disconnected without
/// it.
Result<std::vector<RegulationStep>> plan_rate(const Network& network, const Trunks& trunks,
                                              const std::vector<std::uint32_t>& now, const PathSet& paths,
                                              TrunkId trunk, BitsPerSecond rate);

/// How trees are loaded and verified on switches that are not loaded with rules.
struct TreeLoading {
  std::function<std::vector<SwitchProgram>(const TreePlan&, std::uint32_t version, std::uint32_t slot)>
      programs;
  std::function<VerifyReport(const std::vector<SwitchProgram>&)> verify;
};

/// The regulated network: drivers in the order of its switches, and the OpenFlow numbers of their ports.
struct RegulatedNetwork {
  const Network& network;
  std::vector<SwitchDriver*> switches;
  CableDriver& cables;
  Journal& journal;
  RolloutClock& clock;
  std::vector<std::vector<std::uint32_t>> ports;
  RolloutSettings settings = {};
  std::uint64_t most_pairs = 10'000;  ///< pairs of hosts to probe after a change of paths
  TreeLoading loading = {};           ///< empty: by rules, with probes
  std::string file = {};              ///< the configuration, for the journal
};

struct RegulationReport {
  std::vector<std::string> done;  ///< steps, as texts
  std::uint64_t probes = 0;
  Problems problems;  ///< of the failed step; later steps were not started
};

RegulationReport regulate(RegulatedNetwork& network, const std::vector<RegulationStep>& steps);

}  // namespace ebb::inline fabric
