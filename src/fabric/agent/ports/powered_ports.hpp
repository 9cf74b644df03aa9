// The ports of a switch that is switched off as a whole, by commands of the inventory, when all its ports are
// off. While it is off it does not answer; the agent sees ports that are off.
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/agent/agent_driver.hpp"

namespace ebb::inline fabric {

class PoweredPorts final : public PortDriver {
 public:
  struct Commands {
    std::vector<std::string> off, on;
    std::chrono::milliseconds answers_within{600'000};  ///< after it was switched on; then that is repeated
  };
  /// `ports` outlives this and has this many local ports.
  PoweredPorts(PortDriver& ports, std::uint32_t count, Commands commands);
  ~PoweredPorts() override { stop_.request_stop(); }

  const std::string& name() const override { return ports_.name(); }
  void request_readings() override;
  Result<std::vector<PortReading>> readings() override;
  Problems enable(std::uint32_t local, bool on) override;
  Problems set_rate(std::uint32_t local, BitsPerSecond rate) override { return ports_.set_rate(local, rate); }
  Problems trouble() override { return std::exchange(trouble_, {}); }

  bool is_powered() const { return state_ == State::on; }

 private:
  using Clock = std::chrono::steady_clock;
  enum class State : std::uint8_t { unknown, on, going_off, off, waking };

  void start(State state, const std::vector<std::string>& command);
  bool has_ended();
  void take_end();
  void look(const Result<std::vector<PortReading>>& readings);
  std::vector<PortReading> as_off() const;

  PortDriver& ports_;
  Commands commands_;
  State state_ = State::unknown;
  bool wanted_on_ = true;          ///< a port was switched on since all were off
  bool requested_ = false;         ///< readings of the switch itself
  std::vector<PortReading> last_;  ///< its counters before it was switched off
  Clock::time_point since_{};
  std::stop_source stop_;
  std::future<ToolResult> command_;
  Problems trouble_;
};

}  // namespace ebb::inline fabric
