#include "tasks/fabric/dmp_task.hpp"

#include <linux/capability.h>

namespace ebb::inline tasks {

Result<DmpOutcome> request_address(const DmpOptions& options) {
  keep_only_capabilities({CAP_NET_RAW, CAP_NET_ADMIN});
  return options.only_ask ? ask_for_address(options.settings) : take_address(options.settings);
}

}  // namespace ebb::inline tasks
