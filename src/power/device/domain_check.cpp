// The checks of a device's power domains.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.hpp"
#include "power/device/device.hpp"
#include "power/device/domain_power.hpp"

namespace ebb::inline power {
namespace {

/// Sums of printed numbers differ in their last digits.
constexpr double tolerance = 0.01;

bool differ(double a, double b) { return std::abs(a - b) > tolerance * std::max(std::abs(a), std::abs(b)); }

void check_watts(Problems& problems, const PowerDomain& domain, const std::string& at) {
  if (!domain.on.given)
    problems.push_back({at + ".on", "is missing: which power has it while one of its ports is on?",
                        "for example: on = { value = \"9W\", source = \"read\" }"});
  const double on = domain.on.value.v, idle = domain.low_power(false).v;
  if (on < 0 || domain.asleep.value.v < 0 || domain.idle.value.v < 0)
    problems.push_back({at, "has a negative power", "check the signs of `on`, `idle` and `asleep`"});
  else if (domain.idle.given && idle > on)
    problems.push_back({at + ".idle", fmt::format("is {} W, but only {} W when on", idle, on),
                        "an idle part takes no more power than one in use: check the two numbers"});
  else if (domain.asleep.given && domain.asleep.value.v > idle)
    problems.push_back({at + ".asleep",
                        fmt::format("is {} W, but {} W without sleeping", domain.asleep.value.v, idle),
                        "leave it out where sleeping saves nothing"});
}

void check_wakes(Problems& problems, const PowerDomain& domain, const std::string& at) {
  if (domain.asleep.given && !domain.wake.given)
    problems.push_back({at + ".wake",
                        "is missing, but the domain sleeps: how long does it take to come back?",
                        "give the median, for example: wake = { value = \"5s\", source = \"read\" }"});
  if (domain.wake.given && domain.wake.value.v <= 0)
    problems.push_back({at + ".wake", "is 0, but waking takes time", "for example: \"5s\""});
  if (domain.wake_p99.given && (!domain.wake.given || domain.wake_p99.value < domain.wake.value))
    problems.push_back(
        {at + ".wake_p99", "is shorter than the median `wake`, or that is missing",
         "give both; 99 of 100 wakes take no longer than `wake_p99`, half of them than `wake`"});
  if ((domain.wake.given || domain.fails.given) && !domain.asleep.given)
    problems.push_back({at + ".asleep", "is missing, but a time or a share of wakes is given",
                        "give the power of the domain asleep, or leave those out"});
}

void check_ports(Problems& problems, const Device& device, const PowerDomain& domain, const std::string& at) {
  const bool whole = domain.kind == DomainKind::base, one = domain.kind == DomainKind::port;
  if ((whole || one) && domain.ports.given)
    problems.push_back({at + ".ports",
                        whole ? "is given, but all ports share the base" : "is given, but a port is one",
                        "leave it out"});
  if (whole || one) return;
  if (!domain.ports.given)
    problems.push_back({at + ".ports",
                        fmt::format("is missing: how many ports share the {}?", name_of(domain.kind)),
                        "for example: ports = { value = 2, source = \"read\" }"});
  else if (device.ports.given && domain.ports.value > 0 && device.ports.value % domain.ports.value != 0)
    problems.push_back({at + ".ports",
                        fmt::format("is {}, which does not divide the device's {} ports", domain.ports.value,
                                    device.ports.value),
                        "take a divisor: all domains of a kind have the same number of ports"});
  if (!domain.media.empty() && domain.kind != DomainKind::module)
    problems.push_back({at + ".media", fmt::format("has no meaning for kind \"{}\"", name_of(domain.kind)),
                        "leave it out: only modules differ by cable"});
}

/// The parts of a switch add up to its base.
void check_base(Problems& problems, const Device& device) {
  double sum = 0;
  bool parts = false;
  for (const PowerDomain& domain : device.domains) {
    if (domain.kind == DomainKind::port || domain.kind == DomainKind::module) continue;
    parts = true;
    const std::int64_t size = domain.kind == DomainKind::base ? device.ports.value : domain.ports.value;
    if (size > 0)
      sum += domain.on.value.v * static_cast<double>(device.ports.value) / static_cast<double>(size);
  }
  if (parts && device.kind != DeviceKind::switch_chip)
    problems.push_back({"domain", "states parts of a switch, but the device is none",
                        "only \"port\" and \"module\" have a meaning here"});
  else if (parts && (!device.base.given || differ(sum, device.base.value.v)))
    problems.push_back({"domain",
                        fmt::format("engines, cards and base take {:.6g} W when on, but `base` is {:.6g} W",
                                    sum, device.base.value.v),
                        "domains split `base`: give what is left to a domain of kind \"base\""});
}

/// The transceivers of the fastest rate add up to the module.
void check_module(Problems& problems, const Device& device, const PowerDomain& domain,
                  const std::string& at) {
  for (const Medium medium : all_media) {
    if (medium == Medium::backplane || !domain.holds_for(medium)) continue;
    const LinkPower* fastest = nullptr;
    for (const LinkPower& row : device.links)
      if (row.rate.v != 0 && row.holds_for(medium) && (!fastest || row.rate > fastest->rate)) fastest = &row;
    if (!fastest) {
      if (!domain.media.empty())
        problems.push_back({at + ".media",
                            fmt::format("has {}, for which there is no [[link]]", name_of(medium)),
                            "add the power of such a port, or leave the medium out"});
      continue;
    }
    const double own =
        (fastest->trx_in.value.v + fastest->trx_up.value.v) * static_cast<double>(domain.ports.value);
    if (differ(own, domain.on.value.v))
      problems.push_back({at + ".on",
                          fmt::format("is {:.6g} W, but the transceivers of its {} ports take {:.6g} W at {}",
                                      domain.on.value.v, domain.ports.value, own, fastest->label()),
                          "set it to the sum of `trx_in` and `trx_up` of its ports"});
  }
}

/// A port takes what its row says, and only one part of the file says what it takes when it is off.
void check_port(Problems& problems, const Device& device, const PowerDomain& domain, const std::string& at) {
  bool same = device.links.empty();
  for (const LinkPower& row : device.links) {
    if (row.rate.v != 0) same = same || !differ(device.port_power(row).v, domain.on.value.v);
    if (row.rate.v != 0) continue;
    problems.push_back({at, "and a [[link]] of rate \"0b/s\" both give the power of a port that is off",
                        "leave one of them out"});
  }
  if (!same)
    problems.push_back({at + ".on",
                        fmt::format("is {:.6g} W, which no [[link]] states for a port", domain.on.value.v),
                        "set it to the `port` of one of the [[link]] rows"});
}

/// A domain that an earlier one hides would never count.
void check_twice(Problems& problems, const Device& device, std::size_t index, const std::string& at) {
  const PowerDomain& own = device.domains[index];
  for (std::size_t i = 0; i < index; ++i) {
    const PowerDomain& other = device.domains[i];
    const bool both = std::any_of(all_media.begin(), all_media.end(),
                                  [&](Medium m) { return own.holds_for(m) && other.holds_for(m); });
    if (other.kind == own.kind && (own.kind != DomainKind::module || both))
      return problems.push_back(
          {at, fmt::format("states a {} again: domain[{}] does already", name_of(own.kind), i),
           "leave one of them out, or tell modules apart by `media`"});
  }
}

}  // namespace

void check_domains(Problems& problems, const Device& device) {
  const std::size_t before = problems.size();
  for (std::size_t i = 0; i < device.domains.size(); ++i) {
    const PowerDomain& domain = device.domains[i];
    const std::string at = fmt::format("domain[{}]", i);
    check_watts(problems, domain, at), check_wakes(problems, domain, at);
    check_ports(problems, device, domain, at), check_twice(problems, device, i, at);
    if (domain.kind == DomainKind::port) check_port(problems, device, domain, at);
  }
  if (problems.size() > before) return;  // sums of wrong numbers tell nothing
  check_base(problems, device);
  for (std::size_t i = 0; i < device.domains.size(); ++i)
    if (device.domains[i].kind == DomainKind::module)
      check_module(problems, device, device.domains[i], fmt::format("domain[{}]", i));
}

}  // namespace ebb::inline power
