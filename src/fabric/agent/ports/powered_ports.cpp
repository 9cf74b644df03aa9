#include "fabric/agent/ports/powered_ports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

constexpr std::chrono::milliseconds command_limit{60'000};

bool all_off(const std::vector<PortReading>& readings) {
  return std::ranges::none_of(readings, [](const PortReading& one) { return one.enabled; });
}

}  // namespace

PoweredPorts::PoweredPorts(PortDriver& ports, std::uint32_t count, Commands commands)
    : ports_(ports), commands_(std::move(commands)), last_(count) {}

void PoweredPorts::start(State state, const std::vector<std::string>& command) {
  state_ = state, since_ = Clock::now();
  command_ = std::async(std::launch::async, [command, stop = stop_.get_token()] {
    return run_tool(command, "", command_limit, {.stop = stop});
  });
}

bool PoweredPorts::has_ended() {
  return !command_.valid() || command_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// A switch that could not be switched off is on, with its ports off.
void PoweredPorts::take_end() {
  if (!command_.valid() || !has_ended()) return;
  const ToolResult result = command_.get();
  const bool off = state_ == State::going_off;
  if (off) state_ = result.ok() ? State::off : State::on;
  if (result.ok()) return;
  wanted_on_ = true;  // it is tried again when all ports have been on and go off
  trouble_.push_back({name(), fmt::format("{} failed: {}", off ? "power_off" : "power_on", result.said()),
                      fmt::format("try the command of the inventory by hand: `{}`",
                                  fmt::join(off ? commands_.off : commands_.on, " "))});
}

void PoweredPorts::request_readings() {
  take_end();
  requested_ = state_ == State::unknown || state_ == State::on || (state_ == State::waking && has_ended());
  if (requested_) ports_.request_readings();
}

Result<std::vector<PortReading>> PoweredPorts::readings() {
  if (!requested_) return as_off();
  auto readings = ports_.readings();
  look(readings);
  if (state_ == State::waking) return as_off();
  return readings;
}

/// A switch that does not answer at the start may have been switched off by an agent that was killed.
void PoweredPorts::look(const Result<std::vector<PortReading>>& readings) {
  if (!readings) {
    const bool late = state_ == State::waking && Clock::now() - since_ > commands_.answers_within;
    if (late)
      trouble_.push_back({name(), "does not answer although it was switched on; that is tried again",
                          "look at its console"});
    if (late || state_ == State::unknown) start(State::waking, commands_.on);
    return;
  }
  last_ = *readings;
  if (state_ != State::on) state_ = State::on, wanted_on_ = true;
  if (!wanted_on_ && all_off(*readings)) start(State::going_off, commands_.off);
}

std::vector<PortReading> PoweredPorts::as_off() const {
  std::vector<PortReading> off = last_;
  for (PortReading& one : off) one.enabled = one.up = false;
  return off;
}

Problems PoweredPorts::enable(std::uint32_t local, bool on) {
  wanted_on_ = on;
  if (state_ == State::off && on) start(State::waking, commands_.on);
  if (state_ != State::on) return {};  // the agent repeats what readings do not show
  return ports_.enable(local, on);
}

}  // namespace ebb::inline fabric
