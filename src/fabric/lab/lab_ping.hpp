// ICMP echo requests from inside a namespace: one host pings all others once.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline fabric {

/// Sends a request to every address and waits for the replies, a few at a time. Returns the addresses that
/// did not reply. Throws when no request can be sent at all.
std::vector<std::string> ping_all(const std::vector<std::string>& addresses);

}  // namespace ebb::inline fabric
