#include "fabric/agent/ports/openflow_message.hpp"

#include <fmt/core.h>

#include <cstring>

namespace ebb::inline fabric {
namespace {

constexpr std::uint16_t aggregate = 2, port_stats = 4, port_desc = 13, reply_more = 1;
constexpr std::uint32_t any_port = 0xffff'ffff, any_group = 0xffff'ffff, bit_down = 1;
constexpr std::size_t stats_bytes = 112, desc_bytes = 64, multipart_bytes = 16, name_bytes = 16;
constexpr std::size_t rule_count_at = multipart_bytes + 16;

/// OpenFlow numbers are big-endian.
template <class Number>
void put(std::string& to, Number value) {
  for (std::size_t i = sizeof value; i-- > 0;) to += static_cast<char>(value >> (8 * i) & 0xff);
}

template <class Number>
Number take(std::string_view from, std::size_t at) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i)
    value = static_cast<Number>(value << 8 | static_cast<std::uint8_t>(from[at + i]));
  return value;
}

std::string multipart(std::uint32_t id, std::uint16_t type, std::string_view body) {
  std::string text;
  put(text, type), put(text, std::uint16_t{0}), put(text, std::uint32_t{0});
  return openflow_message(OpenFlowType::multipart_request, id, text.append(body));
}

OpenFlowPortStats stats_at(std::string_view from, std::size_t at) {
  return {.port = take<std::uint32_t>(from, at),
          .received_frames = take<std::uint64_t>(from, at + 8),
          .sent_frames = take<std::uint64_t>(from, at + 16),
          .received_bytes = take<std::uint64_t>(from, at + 24),
          .sent_bytes = take<std::uint64_t>(from, at + 32)};
}

OpenFlowPort port_at(std::string_view from, std::size_t at) {
  OpenFlowPort port;
  port.port = take<std::uint32_t>(from, at);
  std::memcpy(port.address.data(), from.data() + at + 8, port.address.size());
  const std::string_view name = from.substr(at + 16, name_bytes);
  port.name = name.substr(0, name.find('\0'));
  port.down = take<std::uint32_t>(from, at + 32) & bit_down;
  port.link_down = take<std::uint32_t>(from, at + 36) & bit_down;
  port.kilobits_per_second = take<std::uint32_t>(from, at + 56);
  return port;
}

}  // namespace

OpenFlowHeader openflow_header(std::string_view bytes) {
  return {take<std::uint8_t>(bytes, 0), take<std::uint8_t>(bytes, 1), take<std::uint16_t>(bytes, 2),
          take<std::uint32_t>(bytes, 4)};
}

std::string openflow_message(OpenFlowType type, std::uint32_t id, std::string_view body) {
  std::string text;
  put(text, openflow_13), put(text, static_cast<std::uint8_t>(type));
  put(text, static_cast<std::uint16_t>(openflow_header_bytes + body.size())), put(text, id);
  return text.append(body);
}

std::string port_stats_request(std::uint32_t id) {
  std::string body;
  put(body, any_port), put(body, std::uint32_t{0});
  return multipart(id, port_stats, body);
}

std::string port_desc_request(std::uint32_t id) { return multipart(id, port_desc, {}); }

std::string rule_count_request(std::uint32_t id, std::uint64_t cookie, std::uint64_t mask) {
  constexpr std::uint8_t all_tables = 0xff;
  constexpr std::uint16_t match_by_fields = 1, no_fields = 4;
  std::string body;
  put(body, all_tables), put(body, std::uint8_t{0}), put(body, std::uint16_t{0});
  put(body, any_port), put(body, any_group), put(body, std::uint32_t{0});
  put(body, cookie), put(body, mask);
  put(body, match_by_fields), put(body, no_fields), put(body, std::uint32_t{0});
  return multipart(id, aggregate, body);
}

std::string port_mod(std::uint32_t id, std::uint32_t port, const HardwareAddress& address, bool down) {
  std::string body;
  put(body, port), put(body, std::uint32_t{0});
  for (const std::uint8_t byte : address) put(body, byte);
  put(body, std::uint16_t{0});
  put(body, down ? bit_down : 0u), put(body, bit_down);
  put(body, std::uint64_t{0});  // advertised features stay as they are; padding
  return openflow_message(OpenFlowType::port_mod, id, body);
}

MultipartReply read_multipart(std::string_view message, std::vector<OpenFlowPortStats>& stats,
                              std::vector<OpenFlowPort>& ports) {
  if (message.size() < multipart_bytes) return {};
  const auto type = take<std::uint16_t>(message, 8);
  MultipartReply reply{type == port_stats, type == port_desc,
                       (take<std::uint16_t>(message, 10) & reply_more) != 0};
  if (type == aggregate && message.size() >= rule_count_at + 4)
    reply.rules = take<std::uint32_t>(message, rule_count_at);
  if (reply.is_stats)
    for (std::size_t at = multipart_bytes; at + stats_bytes <= message.size(); at += stats_bytes)
      stats.push_back(stats_at(message, at));
  if (reply.is_desc)
    for (std::size_t at = multipart_bytes; at + desc_bytes <= message.size(); at += desc_bytes)
      ports.push_back(port_at(message, at));
  return reply;
}

std::string openflow_error_text(std::string_view message) {
  if (message.size() < openflow_header_bytes + 4) return "an error without a reason";
  return fmt::format("error type {}, code {}", take<std::uint16_t>(message, 8),
                     take<std::uint16_t>(message, 10));
}

}  // namespace ebb::inline fabric
