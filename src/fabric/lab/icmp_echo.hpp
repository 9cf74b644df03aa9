// ICMP echo requests and replies on a raw socket, which stays in the namespace where it was opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ebb::inline fabric {

struct Echo {
  std::uint16_t who = 0, number = 0;  ///< a reply has those of its request
};

/// Returns -1 with errno set on failure. The caller closes it.
int open_echo_socket();
bool send_echo(int file, const std::string& address, Echo echo);
/// The next available reply; returns nullopt at once when there is none.
std::optional<Echo> take_answer(int file);

}  // namespace ebb::inline fabric
