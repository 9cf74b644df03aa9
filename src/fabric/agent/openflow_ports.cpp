#include "fabric/agent/openflow_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline fabric {
namespace {

constexpr std::chrono::milliseconds answer_limit{1000};

std::uint8_t code(OpenFlowType type) { return static_cast<std::uint8_t>(type); }

}  // namespace

OpenFlowPorts::OpenFlowPorts(std::string name, std::string address, std::vector<std::uint32_t> numbers,
                             PortShaper* shaper)
    : name_(std::move(name)),
      connection_(std::move(address)),
      numbers_(std::move(numbers)),
      shaper_(shaper) {}

Problem OpenFlowPorts::gone(const std::string& what) const {
  return {name_, what, "see whether the switch runs; the agent goes on when it answers"};
}

void OpenFlowPorts::ask() {
  failure_ = connection_.is_open() ? Problems{} : connection_.open();
  if (!failure_.empty()) return;
  ++asked_;
  if (!connection_.send(port_desc_request(asked_) + port_stats_request(asked_)))
    failure_ = {gone("closed the connection")};
}

/// Reads until both answers to the last question are whole.
bool OpenFlowPorts::read_replies() {
  const auto until = std::chrono::steady_clock::now() + answer_limit;
  std::vector<OpenFlowPort> ports;
  stats_.clear();
  bool has_stats = false, has_ports = false;
  while (!has_stats || !has_ports) {
    const auto message = connection_.receive(until);
    if (!message) return false;
    const OpenFlowHeader header = openflow_header(*message);
    if (header.type != code(OpenFlowType::multipart_reply) || header.id != asked_) continue;
    const MultipartReply reply = read_multipart(*message, stats_, ports);
    has_stats = has_stats || (reply.is_stats && !reply.more);
    has_ports = has_ports || (reply.is_desc && !reply.more);
  }
  ports_ = std::move(ports);
  return true;
}

Result<std::vector<PortReading>> OpenFlowPorts::answer() {
  if (!failure_.empty()) return failure_;
  if (!read_replies()) return connection_.close(), gone("does not answer");
  std::vector<PortReading> readings;
  for (const std::uint32_t number : numbers_) {
    const auto port = std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == number; });
    const auto counted =
        std::find_if(stats_.begin(), stats_.end(), [&](auto& s) { return s.port == number; });
    if (port == ports_.end() || counted == stats_.end())
      return Problem{name_, fmt::format("has no port {} any more", number),
                     "`ebb fabric check` compares the inventory with the switch"};
    readings.push_back({.enabled = !port->down,
                        .up = !port->link_down && !port->down,
                        .sent_bytes = counted->sent_bytes,
                        .received_bytes = counted->received_bytes,
                        .sent_frames = counted->sent_frames,
                        .received_frames = counted->received_frames});
  }
  return readings;
}

Problems OpenFlowPorts::enable(std::uint32_t local, bool on) {
  const std::uint32_t number = numbers_[local];
  const auto port = std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == number; });
  if (port == ports_.end()) return {gone(fmt::format("port {} is not known yet", number))};
  ++asked_;
  if (!connection_.send(port_mod(asked_, number, port->address, !on) +
                        openflow_message(OpenFlowType::barrier_request, asked_)))
    return {gone("closed the connection")};
  const auto until = std::chrono::steady_clock::now() + answer_limit;
  Problems refused;
  while (const auto message = connection_.receive(until)) {
    const OpenFlowHeader header = openflow_header(*message);
    if (header.id != asked_) continue;
    if (header.type == code(OpenFlowType::error))
      refused = {{name_, fmt::format("refuses to switch port {}: {}", number, openflow_error_text(*message)),
                  "see the log of ovs-vswitchd"}};
    if (header.type == code(OpenFlowType::barrier_reply)) return refused;
  }
  return {gone("does not answer")};
}

Problems OpenFlowPorts::set_rate(std::uint32_t local, BitsPerSecond rate) {
  if (!shaper_) return {};
  const auto port =
      std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == numbers_[local]; });
  if (port == ports_.end()) return {gone(fmt::format("port {} is not known yet", numbers_[local]))};
  shaper_->set(port->name, rate);
  return {};
}

}  // namespace ebb::inline fabric
