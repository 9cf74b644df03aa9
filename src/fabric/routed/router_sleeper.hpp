// Puts one real router to sleep and wakes it: observes it and its neighbours, and does what RouterSleep
// decides. The proof of a wake is in its neighbours: their kernels must forward by it again.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/routed/frr_router.hpp"
#include "fabric/routed/router_sleep.hpp"

namespace ebb::inline fabric {

/// A link of the router that sleeps.
struct SleeperLink {
  std::string port;            ///< of the router
  FrrRouter* neighbour;        ///< outlives the sleeper
  std::string neighbour_port;  ///< the other end
};

/// By number of a link: the prefixes that its neighbour reaches by the router. To be kept by who wants to
/// wake the router after a restart of its own.
using TransitPrefixes = std::vector<std::set<std::string>>;

class RouterSleeper {
 public:
  RouterSleeper(FrrRouter& router, std::vector<SleeperLink> links, SleepLimits limits,
                SleepPhase phase = SleepPhase::awake, TransitPrefixes before = {});

  /// Reads the routes first. A router with problems in its routes does not go to sleep.
  Problems sleep();
  void wake() { machine_.wake(); }
  /// Leaves the neighbour of a link out of the proof, because it is gone, or takes it in again.
  void exclude(std::size_t link, bool gone) { gone_[link] = gone; }
  /// Observes and acts once. A problem means that a router did not answer or refused a change; the phase's
  /// time limit covers that, too.
  Problems step(RouterSleep::Time now);

  SleepPhase phase() const { return machine_.phase(); }
  std::optional<Problem> take_failure() { return machine_.take_failure(); }
  const TransitPrefixes& routes_before() const { return before_; }

 private:
  Problems observe(SleepView& view);
  std::vector<std::size_t> present() const;
  Result<std::string> address_beyond(std::size_t from);
  Problems see_drain(SleepView& view);
  Problems see_counters(SleepView& view);
  Problems see_adjacencies(SleepView& view);
  Problems see_routes(SleepView& view);
  Problems see_gaps(FrrRouter& router, const RoutedPrefixes& ospf, SleepView& view);
  Problems probe(SleepView& view);
  Problems act(SleepAction action);
  Problems switch_ports(bool on);

  FrrRouter& router_;
  std::vector<SleeperLink> links_;
  std::vector<bool> gone_;  ///< by link
  RouterSleep machine_;
  TransitPrefixes before_;          ///< empty: unknown
  RoutedPrefixes own_;              ///< its own routes before it slept
  std::set<std::string> attached_;  ///< prefixes of the router's own ports; neighbours keep routes to these
};

}  // namespace ebb::inline fabric
