// Echo requests and replies of ICMP on a raw socket, which stays in the namespace that it was opened in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ebb::inline fabric {

struct Echo {
  std::uint16_t who = 0, number = 0;  ///< an answer has those of its question
};

/// Returns -1 with errno set. Close it.
int open_echo_socket();
bool send_echo(int file, const std::string& address, Echo echo);
/// The next answer that is there; nothing, at once, when there is none.
std::optional<Echo> take_answer(int file);

}  // namespace ebb::inline fabric
