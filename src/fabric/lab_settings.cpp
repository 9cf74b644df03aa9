#include "fabric/lab_settings.hpp"

namespace ebb::inline fabric {

Problems LabSettings::check() const {
  if (rate.v != 0 && rate.v < 1'000'000)
    return {{"rate", "is less than 1 Mb/s, too slow for the probes of `ebb lab test`",
             "leave it out for a lab that is as fast as the machine"}};
  if (is_routed() && by_snmp())
    return {{"switches", "is \"snmp\", but the lab has routers, which have no VLANs",
             "leave out switches or routers in [lab]"}};
  if (in_kernel() && (is_routed() || by_snmp()))
    return {{"dataplane",
             "is \"bpf\", but the lab has routers or switches that are managed by SNMP, which forward "
             "themselves",
             "leave out dataplane, or routers and switches"}};
  if (in_kernel() && rate.v == 0)
    return {{"rate", "is missing: the queues of switches in the kernel drain at the rate of their cables",
             "for example: rate = \"100Mb/s\""}};
  return {};
}

}  // namespace ebb::inline fabric
