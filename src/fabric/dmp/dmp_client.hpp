// A host requests its address from its switch and sets it on the interface. This needs two capabilities:
// CAP_NET_RAW for the frame, CAP_NET_ADMIN for the address.
#pragma once

#include <chrono>
#include <string>

#include "base/result.hpp"
#include "fabric/dmp/dmp_frame.hpp"

namespace ebb::inline fabric {

struct DmpSettings {
  std::string interface;
  int attempts = 6;                           ///< before it gives up
  std::chrono::milliseconds first_wait{250};  ///< for a reply; doubled after each attempt
  std::chrono::milliseconds settle{20};       ///< wait after the first reply for a contradicting one
};

struct DmpOutcome {
  MacBytes before{}, given{};
  int attempts = 0;                            ///< frames sent
  std::chrono::microseconds answered_after{};  ///< from the last request to its reply
  bool changed = false;                        ///< false: the interface already had the address
};

/// Requests the address without changing anything. The interface must be up.
Result<DmpOutcome> ask_for_address(const DmpSettings& settings);
/// Requests the address, sets it and reads it back.
Result<DmpOutcome> take_address(const DmpSettings& settings);

/// Drops all capabilities of this process except these (numbers of <linux/capability.h>), permanently.
/// Missing capabilities stay missing.
void keep_only_capabilities(std::initializer_list<int> kept);

/// "eth0 has the address 02:00:00:00:00:03 now (before: …); asked once, answered after 0.3 ms"
std::string text_of(const DmpOutcome& outcome, const std::string& interface);

}  // namespace ebb::inline fabric
