#include "fabric/agent/port_shaper.hpp"

#include <fmt/format.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

#include "fabric/lab/lab_hosts.hpp"
#include "fabric/run_tool.hpp"

namespace ebb::inline fabric {
namespace {

/// Of an interface in the namespace of this process. (The files under /sys may be those of another one.)
std::optional<HardwareAddress> address_here(int any_socket, const std::string& interface) {
  ifreq request{};
  if (interface.size() >= sizeof request.ifr_name) return std::nullopt;
  interface.copy(request.ifr_name, interface.size());
  if (ioctl(any_socket, SIOCGIFHWADDR, &request) != 0) return std::nullopt;
  HardwareAddress address{};
  std::memcpy(address.data(), request.ifr_hwaddr.sa_data, address.size());
  return address;
}

/// The same words for all ports, so that they are said once.
std::string why_elsewhere(bool same_name) {
  return std::string(same_name ? "the interface of that name here is not the switch's, its MAC address is "
                                 "another than the switch says"
                               : "there is no interface of that name here") +
         "; start the agent on the machine, and in the namespace, of the switch's interfaces, or with "
         "--rates none";
}

}  // namespace

std::map<std::size_t, std::string> failed_lines(std::string_view errors) {
  constexpr std::string_view mark = "Command failed -:";
  std::map<std::size_t, std::string> failed;
  std::istringstream in{std::string(errors)};
  std::string why;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(mark)) {
      if (why.empty()) why = line;  // the first says what; the rest is usage
      continue;
    }
    failed[std::strtoul(line.c_str() + mark.size(), nullptr, 10)] = std::exchange(why, {});
  }
  return failed;
}

std::map<std::string, std::string> foreign_qdiscs(std::string_view shown) {
  std::map<std::string, std::string> found;
  std::istringstream in{std::string(shown)};
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string qdisc, kind, number, dev, interface, place;
    words >> qdisc >> kind >> number >> dev >> interface >> place;
    if (qdisc == "qdisc" && place == "root" && number != "0:" && kind != "tbf") found[interface] = kind;
  }
  return found;
}

/// Looked at before the first change of an interface. What the operator set up is not ours to replace.
void PortShaper::refuse_those_with_a_qdisc() {
  if (std::all_of(wanted_.begin(), wanted_.end(), [&](auto& w) { return ours_.contains(w.first); })) return;
  const auto foreign = foreign_qdiscs(run_tool({"tc", "qdisc", "show"}).output);
  std::erase_if(wanted_, [&](const auto& wanted) {
    const auto found = foreign.find(wanted.first);
    if (ours_.contains(wanted.first) || found == foreign.end()) return ours_.insert(wanted.first), false;
    refused_[wanted.first] = fmt::format(
        "the interface has a qdisc of somebody else ({}), which a rate would replace; remove it (tc "
        "qdisc del dev INTERFACE root), or start the agent with --rates none",
        found->second);
    return true;
  });
}

/// Each time, since interfaces come and go: a question costs some microseconds.
void PortShaper::refuse_those_elsewhere() {
  const int any_socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  std::erase_if(wanted_, [&](const auto& wanted) {
    const auto here = address_here(any_socket, wanted.first);
    if (here == wanted.second.address) return false;
    refused_[wanted.first] = why_elsewhere(here.has_value());
    return true;
  });
  if (any_socket >= 0) close(any_socket);
}

void PortShaper::flush() {
  if (!wanted_.empty()) refuse_those_elsewhere();
  if (!wanted_.empty()) refuse_those_with_a_qdisc();
  if (wanted_.empty()) return;
  std::string lines;
  for (const auto& [interface, wish] : wanted_)
    lines += fmt::format("qdisc replace dev {} root {}\n", interface, shaper_text(wish.rate, wish.full));
  const ToolResult done = run_tool({"tc", "-force", "-batch", "-"}, lines);
  const auto failed = failed_lines(done.errors);
  std::size_t line = 0;
  for (const auto& [interface, wish] : wanted_) {
    const auto found = failed.find(++line);
    if (done.ok() || (found == failed.end() && !failed.empty())) continue;
    const std::string why = done.missing            ? "it is not installed"
                            : found == failed.end() ? done.said()
                                                    : found->second;
    refused_[interface] = "tc: " + why;
  }
  wanted_.clear();
}

}  // namespace ebb::inline fabric
