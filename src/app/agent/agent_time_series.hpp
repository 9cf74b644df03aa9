// How an agent's evening went: power, load and rates of the ports that it drives over time, for its live page
// and its report. Moments are merged in pairs when there are many, so memory is bounded whatever its length.
#pragma once

#include <cstdint>
#include <vector>

#include "app/agent/agent_figures.hpp"
#include "report/document/document.hpp"

namespace ebb::inline app {

class AgentTimeSeries {
 public:
  /// Looks at the agent, once in a span; spans last a second at first. Returns whether it did.
  bool add(const Agent& agent, const AgentSession& session);

  /// Charts of power, of load, and of ports by rate.
  Document document(const Agent& agent, const AgentSession& session) const;

 private:
  struct Moment {
    double at_s = 0;                 ///< its end
    double carried_bits = 0;         ///< by all driven ports in the span, per second
    double now_w = 0, full_w = 0;    ///< at its end; not a number where the table does not say
    double of_full = 0;              ///< the same as a share
    std::vector<double> ports_at{};  ///< by rung of the ladder
  };
  void merge();

  double span_s_ = 1;
  std::int64_t bytes_ = 0;
  std::vector<Moment> moments_;
};

}  // namespace ebb::inline app
