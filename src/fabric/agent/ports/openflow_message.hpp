// The few messages of OpenFlow 1.3 that the agent speaks itself: statistics and descriptions of ports, a port
// off and on, and how many rules a switch holds. They have fixed sizes; rules go through ovs-ofctl, which
// knows the rest of the protocol. (A process for each look at the counters would cost more than all the rest
// of the agent.)
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
  std::uint32_t id = 0;      ///< an answer has that of its question
};
/// Of at least eight bytes.
OpenFlowHeader openflow_header(std::string_view bytes);

/// A message without a body, or with one that is given.
std::string openflow_message(OpenFlowType type, std::uint32_t id, std::string_view body = {});
std::string port_stats_request(std::uint32_t id);
std::string port_desc_request(std::uint32_t id);
/// How many rules of all tables have a cookie with these bits.
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
  bool down = false;                      ///< switched off by somebody
  bool link_down = false;                 ///< no link
  std::uint32_t kilobits_per_second = 0;  ///< of its link; 0: unknown
};

/// What a whole multipart reply says; other kinds leave both lists as they are. `more` says that another part
/// of the same answer follows.
struct MultipartReply {
  bool is_stats = false, is_desc = false, more = false;
  std::optional<std::uint32_t> rules = {};  ///< how many, where that was asked
};
MultipartReply read_multipart(std::string_view message, std::vector<OpenFlowPortStats>& stats,
                              std::vector<OpenFlowPort>& ports);

/// "type 7, code 1": of an error message.
std::string openflow_error_text(std::string_view message);

}  // namespace ebb::inline fabric
