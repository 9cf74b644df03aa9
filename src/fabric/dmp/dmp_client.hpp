// A host asks its switch for its address and puts it on the interface. Two rights are needed: CAP_NET_RAW for
// the frame, CAP_NET_ADMIN for the address.
#pragma once

#include <chrono>
#include <string>

#include "base/result.hpp"
#include "fabric/dmp/dmp_frame.hpp"

namespace ebb::inline fabric {

struct DmpSettings {
  std::string interface;
  int attempts = 6;                           ///< then it gives up
  std::chrono::milliseconds first_wait{250};  ///< for an answer; doubled after each attempt
  std::chrono::milliseconds settle{20};       ///< after the first answer, to hear whether there is another
};

struct DmpOutcome {
  MacBytes before{}, given{};
  int attempts = 0;                            ///< frames sent
  std::chrono::microseconds answered_after{};  ///< from the last request to its answer
  bool changed = false;                        ///< false: the interface has the address already
};

/// Asks, and changes nothing. The interface must be up.
Result<DmpOutcome> ask_for_address(const DmpSettings& settings);
/// Asks, sets the address and reads it back.
Result<DmpOutcome> take_address(const DmpSettings& settings);

/// Gives up every right of this process but these (numbers of <linux/capability.h>), for good. Rights that it
/// does not have stay missing.
void keep_only_capabilities(std::initializer_list<int> kept);

/// "eth0 has the address 02:00:00:00:00:03 now (before: …); asked once, answered after 0.3 ms"
std::string text_of(const DmpOutcome& outcome, const std::string& interface);

}  // namespace ebb::inline fabric
