#include "fabric/openflow/ovs_problem.hpp"

#include <fmt/format.h>

#include "fabric/openflow/ovs_text.hpp"

namespace ebb::inline fabric {
namespace {

/// The line with the reason; it follows warnings of the logger.
std::string reason(const std::string& errors) {
  std::string last;
  for (const std::string& line : cut_lines(errors)) {
    if (line.starts_with("Error OFP")) return line;
    if (!line.empty()) last = line;
  }
  return last.empty() ? "no message" : last;
}

}  // namespace

OvsFailure explain_ovs(const ToolResult& result, const InventorySwitch& entry, const std::string& address) {
  const std::string& words = result.errors;
  const auto says = [&](std::string_view text) { return words.find(text) != words.npos; };
  const auto failure = [&](std::string what, std::string hint, bool connection = false) {
    return OvsFailure{{entry.name, std::move(what), std::move(hint)}, connection};
  };
  if (result.missing)
    return failure("cannot be reached: ovs-ofctl is not installed on this machine",
                   "install openvswitch-common (see packages.txt)");
  if (result.stopped)
    return failure(fmt::format("{} had not answered when ebb was stopped", address),
                   "run the command again to go on", true);
  if (result.late)
    return failure(fmt::format("{} does not answer within 20 s", address),
                   "check that the switch runs and is not overloaded", true);
  if (says("version negotiation failed"))
    return failure(
        fmt::format("{} does not speak OpenFlow 1.4; ebb never speaks 1.0, which drops masks", address),
        fmt::format("allow it: ovs-vsctl set bridge {} protocols=OpenFlow13,OpenFlow14", entry.bridge));
  if (says("Permission denied"))
    return failure(fmt::format("no permission to connect to {}", address),
                   "run as root or as the group that owns the socket (docs/design/security.md)");
  if (says("No such file or directory") || says("Connection refused"))
    return failure(fmt::format("nothing answers at {}", address),
                   fmt::format("check that the switch runs and has the bridge {}, or correct the inventory",
                               entry.bridge),
                   true);
  if (says("OFPFMFC_TABLE_FULL"))
    return failure(
        fmt::format("its table is full; {}", reason(words)),
        "both versions are in the table during a rollout: raise the bridge's flow_limit, remove rules "
        "of others, or use an organisation with fewer rules (ebb rules)");
  if (says("SSL") || says("private key") || says("certificate"))
    return failure(fmt::format("no encrypted connection to {}: {}", address, reason(words)),
                   "look at [tls] in the inventory: key, certificate and ca must fit the switch's");
  if (says("Error OFP"))
    return failure(fmt::format("refused the whole change: {}", reason(words)),
                   "the switch holds what it held before; report the rule that it refused");
  return failure(fmt::format("the connection to {} failed: {}", address, reason(words)),
                 "check that the switch runs and can be reached", true);
}

}  // namespace ebb::inline fabric
