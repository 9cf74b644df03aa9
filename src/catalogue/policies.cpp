#include "catalogue/policies.hpp"

#include "catalogue/added_entries.hpp"
#include "power/policy/dynamic_topology.hpp"
#include "power/policy/halve_double.hpp"
#include "power/policy/history_dvs.hpp"
#include "power/policy/hysteresis.hpp"
#include "power/policy/idle_sleep.hpp"
#include "power/policy/latency_bound_policy.hpp"
#include "power/policy/link_shutdown.hpp"
#include "power/policy/lowest_highest.hpp"
#include "power/policy/power_budget_policy.hpp"
#include "power/policy/predict_ewma.hpp"
#include "power/policy/predict_holt.hpp"
#include "power/policy/published/eee.hpp"
#include "power/policy/published/ngram_sleep.hpp"
#include "power/policy/published/perf_bound.hpp"
#include "power/policy/published/tcep.hpp"
#include "power/policy/queue_aware.hpp"
#include "power/policy/sleeping_switches.hpp"
#include "power/policy/sliding_window.hpp"
#include "power/policy/static_rate.hpp"
#include "power/policy/step_clock.hpp"

namespace ebb::inline catalogue {

std::span<const Entry<Policy>> policies() {
  static constexpr Entry<Policy> table[] = {
      entry<Policy, HalveDouble>("halve_double",
                                 "half the rate below a target utilisation, double above (Abts)"),
      entry<Policy, LowestHighest>("lowest_highest", "straight to the slowest or the full rate (Abts 5.1)"),
      entry<Policy, Hysteresis>("hysteresis", "one step at a time, with two thresholds"),
      entry<Policy, PredictEwma>("ewma", "the slowest rate for the weighted mean of the past demand"),
      entry<Policy, PredictHolt>("holt", "the slowest rate for the demand that its level and trend predict"),
      entry<Policy, QueueAware>("queue_aware", "the slowest rate at which what waits leaves in time"),
      entry<Policy, SlidingWindow>("sliding_window",
                                   "a step at a time by the busy bits of the last slots (the patent)"),
      entry<Policy, HistoryDvs>("history_dvs",
                                "a voltage step at a time by the history of the load (Shang; Kim's DVS)"),
      entry<Policy, IdleSleep>("idle_sleep", "full rate, or its idle state: off or slowest (as EEE)"),
      entry<Policy, Eee>("eee", "low power idle, and packets that wait for each other (802.3az)"),
      entry<Policy, PerfBound>("perf_bound",
                               "off in gaps so long that waking stays within a share (PerfBound)"),
      entry<Policy, NgramSleep>("ngram_sleep",
                                "off at once where the last gaps predict a long one (n-grams)"),
      entry<Policy, StepClock>("step_clock",
                               "asleep in the gaps of a program that repeats itself, awake ahead"),
      entry<Policy, LatencyBoundPolicy>("latency_bound",
                                        "keeps a stated bound on latency, slowest rate first (the patent)"),
      entry<Policy, PowerBudgetPolicy>("power_budget",
                                       "stated power, spent where it saves most waiting (the patent)"),
      entry<Policy, DynamicTopology>("dynamic_topology",
                                     "a butterfly's cables off and on: mesh, torus, and more (Abts 5.2)"),
      entry<Policy, Tcep>("tcep", "a butterfly's traffic on few cables, the others off (TCEP)"),
      entry<Policy, LinkShutdown>("link_shutdown",
                                  "links off that no busy destination needs, on any graph (Kim's DLS)"),
      entry<Policy, SleepingSwitches>("sleeping_switches",
                                      "whole switches asleep while the others carry the load (ElasticTree)"),
      entry<Policy, StaticRate>("static", "always the same rate"),
  };
  return AddedEntries<Policy>::of_program().after(table);
}

}  // namespace ebb::inline catalogue
