// Echo requests of ICMP from inside a namespace: one host asks all others, each once.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline fabric {

/// Sends a request to every address and waits for the replies, a few at a time. Returns those that did not
/// answer. Throws when no request can be sent at all.
std::vector<std::string> ping_all(const std::vector<std::string>& addresses);

}  // namespace ebb::inline fabric
