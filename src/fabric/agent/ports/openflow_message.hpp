// The few OpenFlow 1.3 messages that the agent sends itself: port statistics and descriptions, switching a
// port off and on, and counting the rules of a switch. They have fixed sizes. Rules go through ovs-ofctl,
// which implements the rest of the protocol. (Starting a process for each reading of the counters would cost
// more than the rest of the agent.)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline fabric {

enum class OpenFlowType : std::uint8_t {
  hello = 0,
  error = 1,
  echo_request = 2,
  echo_reply = 3,
  port_mod = 16,
  multipart_request = 18,
  multipart_reply = 19,
  barrier_request = 20,
  barrier_reply = 21,
};

inline constexpr std::uint8_t openflow_13 = 4;
inline constexpr std::size_t openflow_header_bytes = 8;

struct OpenFlowHeader {
  std::uint8_t version = openflow_13, type = 0;
  std::uint16_t length = 0;  ///< of the whole message
  std::uint32_t id = 0;      ///< a reply has the id of its request
};
/// Needs at least eight bytes.
OpenFlowHeader openflow_header(std::string_view bytes);

/// A message without a body, or with the given one.
std::string openflow_message(OpenFlowType type, std::uint32_t id, std::string_view body = {});
std::string port_stats_request(std::uint32_t id);
std::string port_desc_request(std::uint32_t id);
/// Requests the number of rules in all tables whose cookie has these bits.
std::string rule_count_request(std::uint32_t id, std::uint64_t cookie, std::uint64_t mask);

using HardwareAddress = std::array<std::uint8_t, 6>;
std::string port_mod(std::uint32_t id, std::uint32_t port, const HardwareAddress& address, bool down);

struct OpenFlowPortStats {
  std::uint32_t port = 0;
  std::uint64_t received_frames = 0, sent_frames = 0, received_bytes = 0, sent_bytes = 0;
};
struct OpenFlowPort {
  std::uint32_t port = 0;
  HardwareAddress address{};
  std::string name;
  bool down = false;                      ///< administratively down
  bool link_down = false;                 ///< no link
  std::uint32_t kilobits_per_second = 0;  ///< of its link; 0: unknown
};

/// The contents of one multipart reply; other message types leave both lists unchanged. `more` is set when
/// another part of the same reply follows.
struct MultipartReply {
  bool is_stats = false, is_desc = false, more = false;
  std::optional<std::uint32_t> rules = {};  ///< the rule count, if requested
};
MultipartReply read_multipart(std::string_view message, std::vector<OpenFlowPortStats>& stats,
                              std::vector<OpenFlowPort>& ports);

/// "type 7, code 1": of an error message.
std::string openflow_error_text(std::string_view message);

}  // namespace ebb::inline fabric
