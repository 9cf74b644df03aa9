// Time series of an agent: power, load and rates of the ports that it drives, for its live page and its
// report. Samples are merged in pairs when there are many, so memory is bounded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fabric/agent/agent.hpp"
#include "report/document/document.hpp"
#include "tasks/agent/agent_energy.hpp"

namespace ebb::inline tasks {

class AgentTimeSeries {
 public:
  /// Samples the agent once per span; spans last a second at first. Returns whether it did.
  bool add(const Agent& agent, const AgentSession& session);

  /// Joules, the last events and the network; then charts of power, of load, and of ports by rate.
  Document document(const Agent& agent, const AgentSession& session, const AgentEnergy& energy,
                    const std::vector<std::string>& events) const;

 private:
  struct Moment {
    double at_s = 0;                 ///< its end
    double carried_bits = 0;         ///< by all driven ports in the span, per second
    double now_w = 0, full_w = 0;    ///< at its end; not a number where the table does not state it
    double of_full = 0;              ///< now_w relative to full_w
    std::vector<double> ports_at{};  ///< by rate level
  };
  void merge();

  double span_s_ = 1;
  std::int64_t bytes_ = 0;
  std::vector<Moment> moments_;
};

}  // namespace ebb::inline tasks
