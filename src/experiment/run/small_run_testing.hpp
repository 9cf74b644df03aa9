// For tests: the beginning of a run file, which describes a small network.
#pragma once

namespace ebb::inline experiment {

inline constexpr const char* small_butterfly = R"([topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 2
[routing]
name = "minimal_adaptive"
)";

}  // namespace ebb::inline experiment
