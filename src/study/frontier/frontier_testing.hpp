// A contest of a few policies on a small network, for tests.
#pragma once

#include <string>

#include "experiment/run/small_run_testing.hpp"

namespace ebb::inline study {

inline std::string small_contest() {
  return small_butterfly + std::string(R"([traffic]
load = 0.05
[run]
precision = 0.001
most_time = "400us"
[control]
rates = ["10Gb/s", "40Gb/s"]
wake = "1us"
[frontier]
budget = 2
keep = 1
seeds = 3
quick = ["frontier.seeds=2"]
[[compare]]
name = "idle_sleep"
idle_state = "off"
tune = { idle = ["1us", "300ns"] }
[[compare]]
name = "halve_double"
tune = { target = [0.5, 0.25] }
[[compare]]
name = "tcep"
with = { routing = "dynamic_butterfly" }
[[compare]]
name = "sleeping_switches"
)");
}

}  // namespace ebb::inline study
