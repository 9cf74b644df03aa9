#include "traffic/demand/demand_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "traffic/arrival/arrivals.hpp"

namespace ebb::inline traffic {

DemandTraffic::DemandTraffic(const std::vector<Demand>& demands, std::uint32_t hosts, const Cutting& cutting,
                             const DemandPace& pace)
    : hosts_(hosts),
      hours_(std::any_of(demands.begin(), demands.end(), [](const Demand& d) { return d.hour != every_hour; })
                 ? hours_in_day
                 : 1),
      pace_(pace),
      day_(pace.hour * static_cast<std::int64_t>(hours_)),
      of_(hours_ * hosts),
      in_day_(hosts),
      bits_in_hour_(hours_) {
  const double wire_bits = 8 * static_cast<double>(cutting.on_wire(pace.size).v);
  std::vector<std::vector<Demand>> by_source(hosts);
  for (const Demand& d : demands)
    if (d.bits_per_second > 0) by_source[d.source].push_back(d);
  double messages = 0;  // of all hosts in a day
  for (std::size_t hour = 0; hour < hours_; ++hour)
    for (HostId host = 0; host < hosts; ++host) {
      Parts& parts = of_[hour * hosts_ + host];
      parts.first = static_cast<std::uint32_t>(all_.size());
      for (const Demand& d : by_source[host]) {
        if (!d.is_in(static_cast<int>(hour))) continue;
        bits_in_hour_[hour] += d.bits_per_second * pace.scale;
        parts.per_ps += d.bits_per_second * pace.scale / wire_bits * 1e-12;
        all_.push_back({d.destination, parts.per_ps});
      }
      parts.end = static_cast<std::uint32_t>(all_.size());
      in_day_[host] += parts.per_ps * static_cast<double>(pace.hour.v);
      messages += parts.per_ps * static_cast<double>(pace.hour.v);
    }
  offered_ = messages * static_cast<double>(pace.size.v) / static_cast<double>(day_.v) * 1e12 / hosts;
}

Message DemandTraffic::next(HostId host, Picoseconds now, HostMemory& memory) const {
  if (in_day_[host] <= 0) return {};
  // The expected number of messages until the next one: whole days of them first.
  double left = memory.random.exponential();
  const double days = static_cast<double>(static_cast<std::int64_t>(std::min(left / in_day_[host], 1e15)));
  left = std::max(0.0, left - days * in_day_[host]);
  if (days * static_cast<double>(day_.v) >= static_cast<double>(never.v)) return {};
  Picoseconds at = now + day_ * static_cast<std::int64_t>(days);
  for (std::size_t tries = 0; at < never; ++tries) {
    const Parts& here = parts(host, hour_at(at));
    const Picoseconds end{(at.v / pace_.hour.v + 1) * pace_.hour.v};
    const double until_end = here.per_ps * static_cast<double>((end - at).v);
    // Rounding may leave almost nothing after a whole day: the message is due where the host sends at all.
    const bool due = left < until_end || (hours_ == 1) || (tries > hours_ && here.per_ps > 0);
    if (due) {
      const Picoseconds wait = gap_of(left / here.per_ps);
      at = hours_ == 1 ? at + wait : std::min(at + wait, end - Picoseconds{1});
      break;
    }
    left -= until_end, at = end;
  }
  if (at >= never) return {};
  const Parts& here = parts(host, hour_at(at));
  const double drawn = memory.random.unit() * here.per_ps;
  const auto part = std::upper_bound(all_.begin() + here.first, all_.begin() + here.end - 1, drawn,
                                     [](double value, const Part& p) { return value < p.upto; });
  return {.at = at, .destination = part->destination, .size = pace_.size};
}

std::string DemandTraffic::calibration() const {
  const auto busiest = std::max_element(bits_in_hour_.begin(), bits_in_hour_.end());
  if (hours_ == 1) return fmt::format("a demand of {:.6g} Gb/s in all", *busiest / 1e9);
  double sum = 0;
  for (const double bits : bits_in_hour_) sum += bits;
  return fmt::format(
      "a demand of {:.6g} Gb/s in hour {}, the busiest, and {:.6g} Gb/s on average; an hour lasts {}",
      *busiest / 1e9, busiest - bits_in_hour_.begin(), sum / hours_in_day / 1e9, quantity_text(pace_.hour));
}

}  // namespace ebb::inline traffic
