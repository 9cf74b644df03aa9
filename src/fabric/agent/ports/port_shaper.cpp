#include "fabric/agent/ports/port_shaper.hpp"

#include <fmt/format.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>

#include "base/process/run_tool.hpp"
#include "base/quantity.hpp"
#include "fabric/lab/lab_hosts.hpp"

namespace ebb::inline fabric {
namespace {

/// The address of an interface in the namespace of this process. (The files under /sys may belong to another
/// namespace.)
std::optional<HardwareAddress> address_here(int any_socket, const std::string& interface) {
  ifreq request{};
  if (interface.size() >= sizeof request.ifr_name) return std::nullopt;
  interface.copy(request.ifr_name, interface.size());
  if (ioctl(any_socket, SIOCGIFHWADDR, &request) != 0) return std::nullopt;
  HardwareAddress address{};
  std::memcpy(address.data(), request.ifr_hwaddr.sa_data, address.size());
  return address;
}

/// The same text for all ports, so that it is printed once.
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
      if (why.empty()) why = line;  // the first line gives the reason; the rest is usage
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

namespace {

/// Parses a rate as tc prints it, "12500Kbit". tc rounds rates with many digits.
std::optional<double> tc_rate(const std::string& text) {
  char* unit = nullptr;
  const double number = std::strtod(text.c_str(), &unit);
  static const std::map<std::string_view, double> units{
      {"bit", 1}, {"Kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}, {"Tbit", 1e12}};
  const auto found = units.find(unit);
  if (found == units.end()) return {};
  return number * found->second;
}

bool is_about(double rate, BitsPerSecond wanted) {
  const auto bits = static_cast<double>(wanted.v);
  return std::abs(rate - bits) <= 0.01 * bits;
}

/// "tbf" and "25Mbit" of the qdisc at the root of each interface.
struct RootQdisc {
  std::string kind, rate;
};
std::map<std::string, RootQdisc> root_qdiscs(std::string_view shown) {
  std::map<std::string, RootQdisc> found;
  std::istringstream in{std::string(shown)};
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string qdisc, kind, number, dev, interface, place, word, rate;
    words >> qdisc >> kind >> number >> dev >> interface >> place;
    if (qdisc != "qdisc" || place != "root") continue;
    while (words >> word)
      if (word == "rate") words >> rate;
    found[interface] = {kind, rate};
  }
  return found;
}

}  // namespace

std::map<std::string, std::string> changed_rates(std::string_view shown,
                                                 const std::map<std::string, BitsPerSecond>& set) {
  std::map<std::string, std::string> changed;
  const auto roots = root_qdiscs(shown);
  for (const auto& [interface, wanted] : set) {
    const auto root = roots.find(interface);
    if (root == roots.end()) continue;  // the interface is gone, and its port with it
    const auto rate = tc_rate(root->second.rate);
    if (root->second.kind != "tbf")
      changed[interface] = fmt::format("has lost its token bucket of {}: its qdisc is {}",
                                       quantity_text(wanted), root->second.kind);
    else if (!rate || !is_about(*rate, wanted))
      changed[interface] =
          fmt::format("has a rate of {} instead of {}", root->second.rate, quantity_text(wanted));
  }
  return changed;
}

std::map<std::string, std::string>& PortShaper::changed() {
  if (!std::exchange(looks_, false) || set_.empty()) return changed_;
  const ToolResult shown = run_tool({"tc", "qdisc", "show"});
  if (!shown.ok()) return changed_;
  changed_ = changed_rates(shown.output, set_);
  for (const auto& [interface, what] : changed_) set_.erase(interface), ours_.erase(interface);
  return changed_;
}

/// Checks an interface before its first change. A qdisc that the operator set up is not replaced.
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

/// Checks every time, because interfaces come and go; a check takes some microseconds.
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
  for (const auto& [interface, requested] : wanted_)
    lines +=
        fmt::format("qdisc replace dev {} root {}\n", interface, shaper_text(requested.rate, requested.full));
  const ToolResult done = run_tool({"tc", "-force", "-batch", "-"}, lines);
  const auto failed = failed_lines(done.errors);
  std::size_t line = 0;
  for (const auto& [interface, requested] : wanted_) {
    const auto found = failed.find(++line);
    if (done.ok() || (found == failed.end() && !failed.empty())) {
      set_[interface] = requested.rate;
      continue;
    }
    set_.erase(interface);
    const std::string why = done.missing            ? "it is not installed"
                            : found == failed.end() ? done.said()
                                                    : found->second;
    refused_[interface] = "tc: " + why;
  }
  wanted_.clear();
}

}  // namespace ebb::inline fabric
