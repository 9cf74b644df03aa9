#include "traffic/arrival/on_off.hpp"

#include <algorithm>
#include <limits>

namespace ebb::inline traffic {
namespace {

/// At least 1 ps, so that time always advances.
std::int64_t period(double multiple, double mean_ps) {
  return std::max<std::int64_t>(1, gap_of(multiple * mean_ps).v);
}

}  // namespace

Problems OnOff::check() const {
  Problems problems = check_shape();
  if (on.v <= 0)
    problems.push_back(
        {"on", fmt::format("is {}, but must be positive", quantity_text(on)), "for example: \"20us\""});
  if (peak <= 0 || peak > 1)
    problems.push_back({"peak", fmt::format("is {}, but must be above 0 and at most 1", peak),
                        "1 is the full rate of the host's channel"});
  return problems;
}

Problems OnOff::bind(const Offer& offer) {
  Problems problems;
  if (offer.load >= peak)
    problems.push_back({"peak", fmt::format("is {}, which must exceed the load, {}", peak, offer.load),
                        "raise the peak, lower the load, or use arrivals without OFF periods"});
  if (static_cast<double>(on.v) < std::min(offer.packet_ps(), offer.message_ps()))
    problems.push_back({"on",
                        fmt::format("is {}, shorter than a packet on this channel, {}", quantity_text(on),
                                    quantity_text(gap_of(offer.packet_ps()))),
                        "raise it to several packets"});
  cutting_ = offer.cutting;
  ps_per_byte_ = offer.wire_ps(1) / peak;
  off_ps_ = static_cast<double>(on.v) * (peak / offer.load - 1);
  return problems;
}

Picoseconds OnOff::gap(Bytes size, HostMemory& memory) const {
  std::int64_t& left = memory.state[arrivals_word];  // of the ON period; 0 only before the first message
  std::int64_t to_produce = gap_of(static_cast<double>(cutting_.on_wire(size).v) * ps_per_byte_).v, wait = 0;
  const auto on_ps = static_cast<double>(on.v);
  if (left == 0) {  // hosts begin at random phases of their cycle
    const bool begins_on = memory.random.unit() * (on_ps + off_ps_) < on_ps;
    left = period(begins_on ? on_rest(memory.random) : on_period(memory.random), on_ps);
    if (!begins_on) wait = period(off_rest(memory.random), off_ps_);
  }
  while (to_produce >= left) {
    to_produce -= left;
    wait += left + period(off_period(memory.random), off_ps_);
    if (wait >= never.v) return never;
    left = period(on_period(memory.random), on_ps);
  }
  left -= to_produce;
  return Picoseconds{std::min(wait + to_produce, never.v)};
}

/// The variance of the fraction of a long time T in which a host is ON is a / T, where renewal theory gives a
/// from the variances of both periods. Divided by twice the variance at one moment, it is the integrated
/// correlation time. If correlation fell exponentially, 5 % of it would be left after three of these.
Picoseconds OnOff::memory() const {
  constexpr double times = 3;
  const auto on_ps = static_cast<double>(on.v);
  const double time = times * (on_variance() + off_variance()) / 2 * on_ps * off_ps_ / (on_ps + off_ps_);
  return time < static_cast<double>(never.v) ? gap_of(time) : Traffic::endless;
}

double OnOffPareto::variance(double tail) {
  if (tail <= 2) return std::numeric_limits<double>::infinity();
  return 1 / (tail * (tail - 2));
}

double OnOffPareto::pareto(Random& random, double tail) {
  return (tail - 1) / tail * portable_exp(random.exponential() / tail);
}

/// Sampled by length, a Pareto distribution has a tail exponent smaller by one.
double OnOffPareto::rest(Random& random, double tail) {
  const double share = random.unit();
  return share * (tail - 1) / tail * portable_exp(random.exponential() / (tail - 1));
}

Problems OnOffPareto::check_shape() const {
  Problems problems;
  for (const auto& [name, tail] : {std::pair{"on_tail", on_tail}, std::pair{"off_tail", off_tail}})
    if (tail < 1.1 || tail > 100)
      problems.push_back(
          {name, fmt::format("is {}, but must be between 1.1 and 100", tail),
           tail < 1.1 ? "at 1 and below the mean is infinite, and close to 1 no run is long enough to see it"
                      : "for periods of almost equal length use a smaller exponent"});
  return problems;
}

Problems OnOffLognormal::check_shape() const {
  Problems problems;
  for (const auto& [name, sigma] : {std::pair{"on_sigma", on_sigma}, std::pair{"off_sigma", off_sigma}})
    if (sigma < 0 || sigma > 3)
      problems.push_back({name, fmt::format("is {}, but must be between 0 and 3", sigma),
                          "at 3 the mean is already 90 times the median"});
  return problems;
}

}  // namespace ebb::inline traffic
