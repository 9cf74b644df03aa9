// The stages of a switch's pipeline, as in Kim et al.: the [switch.stages] table of a run. Their sum is
// `switch.pipeline`, and only the sum affects packets. The stages also determine where in a switch a packet
// is meanwhile: which of them it spends in a buffer.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline engine {

struct PipelineStages {
  Picoseconds lane{}, lookup{}, arbitration{}, crossbar{}, output{};

  bool in_use() const { return sum().v > 0; }
  Picoseconds sum() const { return lane + lookup + arbitration + crossbar + output; }
  /// Returns the time after which the next head can follow: a pipeline is as fast as its slowest stage.
  Picoseconds slowest() const { return std::max({lane, lookup, arbitration, crossbar, output}); }
  /// Returns how much of the pipeline's time a packet spends in its input buffer: it is written when it has
  /// its lane, and read when it has won arbitration. Without stages it is all of it.
  Picoseconds in_input_buffer(Picoseconds pipeline) const {
    return in_use() ? lookup + arbitration : pipeline;
  }
  /// Returns how much it spends in the output queue, where there is one.
  Picoseconds in_output_queue() const { return output; }

  static constexpr auto fields() {
    return std::tuple{
        field("lane", &PipelineStages::lane, "the service level leads to a virtual lane, and its buffer"),
        field("lookup", &PipelineStages::lookup, "the destination leads to output ports, and one is chosen"),
        field("arbitration", &PipelineStages::arbitration, "the arbiter lets the packet through"),
        field("crossbar", &PipelineStages::crossbar, "from input to output"),
        field("output", &PipelineStages::output, "the output's lane gets the wire")};
  }
  Problems check() const;
};

/// Returns the stages as text: "50ns: lane 10ns, lookup 10ns, …"
std::string described(const PipelineStages& stages);

}  // namespace ebb::inline engine
