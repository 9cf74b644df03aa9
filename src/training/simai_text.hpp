// The workload text of SimAI and of ASTRA-sim before it had Chakra: a line on the parallelism, a line with
// the number of layers, and a line for each layer with what all accelerators compute and send in it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "training/stage_actions.hpp"

namespace ebb::inline training {

/// Computing, then a collective; `call.bytes` is 0 where there is none, and else, unlike elsewhere, what each
/// member has when an all-gather has ended.
struct SimaiPart {
  Picoseconds computing{};
  StageCall call;
};

struct SimaiLayer {
  std::string name;
  SimaiPart forward, input_gradient, weight_gradient;
  Picoseconds update{};  ///< after the collective of the weight gradient
};

struct SimaiWorkload {
  std::int64_t tensor = 0, expert = 1, pipeline = 1, microbatches = 1, accelerators = 0;
  std::int64_t pipeline_bytes = 0;  ///< between two stages
  std::vector<SimaiLayer> layers;
  Picoseconds computing{};  ///< of an accelerator, in all layers
};

/// Reads the text; `name` is its file's in messages, which also have the line.
Result<SimaiWorkload> read_simai(std::string_view text, const std::string& name);
Result<SimaiWorkload> read_simai_file(const std::string& path);

}  // namespace ebb::inline training
