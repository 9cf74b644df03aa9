#include "fabric/lab_settings.hpp"

namespace ebb::inline fabric {

Problems LabSettings::check() const {
  if (rate.v != 0 && rate.v < 1'000'000)
    return {{"rate", "is less than 1 Mb/s, too slow for the probes of `ebb lab test`",
             "leave it out for a lab that is as fast as the machine"}};
  return {};
}

}  // namespace ebb::inline fabric
