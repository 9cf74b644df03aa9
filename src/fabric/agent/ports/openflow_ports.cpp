#include "fabric/agent/ports/openflow_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds answer_limit{1000};
constexpr std::chrono::milliseconds unanswered_limit{5000};  // then the driver reconnects

std::uint8_t code(OpenFlowType type) { return static_cast<std::uint8_t>(type); }

}  // namespace

OpenFlowPorts::OpenFlowPorts(std::string name, std::string address, std::vector<std::uint32_t> numbers)
    : name_(std::move(name)), connection_(std::move(address)), numbers_(std::move(numbers)) {}

Problem OpenFlowPorts::gone(const std::string& what) const {
  return {name_, what, "see whether the switch runs; the agent goes on when it answers"};
}

bool OpenFlowPorts::send_question() {
  question_ = {.id = ++asked_, .at = Clock::now(), .open = true};
  std::string message = port_desc_request(asked_) + port_stats_request(asked_);
  if (count_.wanted) {
    count_ = {.wanted = false, .id = asked_};
    message = rule_count_request(asked_, cookie_mark, version_rules_mask) + message;
  }
  question_.open = connection_.send(message);
  return question_.open;
}

void OpenFlowPorts::request_readings() {
  looked_at_ = Clock::now();
  if (question_.open && connection_.is_open()) return;  // the last request is still unanswered
  question_.open = false;
  if (connection_.open(looked_at_).empty()) send_question();
}

/// Reads until both replies to the last request are complete.
bool OpenFlowPorts::read_replies(OpenFlowConnection::Time until) {
  Question& q = question_;
  while (!q.has_stats || !q.has_ports) {
    const auto message = connection_.receive(until);
    if (!message) return false;
    const OpenFlowHeader header = openflow_header(*message);
    if (header.type != code(OpenFlowType::multipart_reply) || header.id != q.id) continue;
    const MultipartReply reply = read_multipart(*message, q.stats, q.ports);
    if (reply.rules && count_.id == q.id) count_.rules = *reply.rules;
    q.has_stats = q.has_stats || (reply.is_stats && !reply.more);
    q.has_ports = q.has_ports || (reply.is_desc && !reply.more);
  }
  stats_ = std::move(q.stats), ports_ = std::move(q.ports);
  q.open = false;
  return true;
}

Problem OpenFlowPorts::find_numbers() {
  std::vector<std::uint32_t> numbers;
  for (const std::string& wanted : words_) {
    const auto port = std::find_if(ports_.begin(), ports_.end(), [&](const OpenFlowPort& p) {
      return p.name == wanted || fmt::format("{}", p.port) == wanted;
    });
    if (port == ports_.end())
      return {name_, fmt::format("has no port \"{}\", which the inventory names", wanted),
              "`ebb fabric check` compares the inventory with the switch"};
    numbers.push_back(port->port);
  }
  found_ = std::move(numbers);
  return {name_, "answers for the first time: tables are made for its ports", ""};
}

Result<std::vector<PortReading>> OpenFlowPorts::readings() {
  const auto until = late_ ? looked_at_ : looked_at_ + answer_limit;
  late_ = true;
  if (!connection_.is_open()) {
    if (Problems problems = connection_.open(until); !problems.empty()) return problems;
    if (!send_question()) return gone("closed the connection");
  }
  if (!question_.open) return gone("closed the connection");
  if (!read_replies(until)) {
    if (Clock::now() - question_.at > unanswered_limit) connection_.close();
    return gone(connection_.is_open() ? "does not answer" : "closed the connection");
  }
  late_ = false;
  if (!words_.empty()) return find_numbers();
  std::vector<PortReading> readings;
  for (const std::uint32_t number : numbers_) readings.push_back(reading_of(number));
  return readings;
}

PortReading OpenFlowPorts::reading_of(std::uint32_t number) const {
  const auto port = std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == number; });
  const auto counted = std::find_if(stats_.begin(), stats_.end(), [&](auto& s) { return s.port == number; });
  if (port == ports_.end() || counted == stats_.end()) return {};  // removed: reads as an unplugged cable
  return {.enabled = !port->down,
          .up = !port->link_down && !port->down,
          .sent_bytes = counted->sent_bytes,
          .received_bytes = counted->received_bytes,
          .sent_frames = counted->sent_frames,
          .received_frames = counted->received_frames,
          .speed = {std::int64_t{port->kilobits_per_second} * 1000}};
}

Problems OpenFlowPorts::enable(std::uint32_t local, bool on) {
  const std::uint32_t number = numbers_[local];
  const auto port = std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == number; });
  if (port == ports_.end()) return {gone(fmt::format("port {} is not known yet", number))};
  if (late_) return {gone("does not answer")};
  ++asked_;
  if (!connection_.send(port_mod(asked_, number, port->address, !on) +
                        openflow_message(OpenFlowType::barrier_request, asked_)))
    return {gone("closed the connection")};
  const auto until = Clock::now() + answer_limit;
  Problems refused;
  while (const auto message = connection_.receive(until)) {
    const OpenFlowHeader header = openflow_header(*message);
    if (header.id != asked_) continue;
    if (header.type == code(OpenFlowType::error))
      refused = {{name_, fmt::format("refuses to switch port {}: {}", number, openflow_error_text(*message)),
                  "see the log of ovs-vswitchd"}};
    if (header.type == code(OpenFlowType::barrier_reply)) return refused;
  }
  late_ = true;
  return {gone("does not answer")};
}

Problems OpenFlowPorts::set_rate(std::uint32_t local, BitsPerSecond rate) {
  if (!shaper_) return {};
  const auto port =
      std::find_if(ports_.begin(), ports_.end(), [&](auto& p) { return p.port == numbers_[local]; });
  if (port == ports_.end()) return {gone(fmt::format("port {} is not known yet", numbers_[local]))};
  shaper_->set(port->name, {port->address, rate, full_[local]});
  return {};
}

std::vector<RefusedRate> OpenFlowPorts::apply_rates() {
  if (!shaper_) return {};
  shaper_->flush();  // the first switch that shares the shaper does the work
  std::vector<RefusedRate> refused;
  if (shaper_->refused().empty()) return refused;
  for (std::uint32_t local = 0; local < numbers_.size(); ++local)
    for (const OpenFlowPort& port : ports_)
      if (port.port == numbers_[local])
        if (auto found = shaper_->refused().extract(port.name)) refused.push_back({local, found.mapped()});
  return refused;
}

void OpenFlowPorts::read_rates() {
  if (shaper_) shaper_->look();
}

std::vector<ChangedRate> OpenFlowPorts::changed_rates() {
  std::vector<ChangedRate> changed;
  if (!shaper_ || shaper_->changed().empty()) return changed;
  for (std::uint32_t local = 0; local < numbers_.size(); ++local)
    for (const OpenFlowPort& port : ports_)
      if (port.port == numbers_[local])
        if (auto found = shaper_->changed().extract(port.name)) changed.push_back({local, found.mapped()});
  return changed;
}

}  // namespace ebb::inline fabric
