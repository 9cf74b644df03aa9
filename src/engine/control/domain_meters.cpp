#include "engine/control/domain_meters.hpp"

#include <algorithm>
#include <climits>

namespace ebb::inline engine {
namespace {

constexpr std::int64_t is_on = INT64_MAX;

/// Returns since when a port is off; `is_on` if it is not. A cable that is off for the whole run counts.
std::int64_t off_since(const NetworkState& m, PortId p) {
  if (m.network.link(p).off) return 0;
  return m.level_of(p) == 0 ? m.control.channels[p].meter.since : is_on;
}

Medium medium_at(const NetworkState& m, SwitchId s, std::int64_t local) {
  return m.network.link(m.network.first_port[s] + static_cast<PortId>(local)).medium;
}

template <class Visit>
void each_domain_of(const NetworkState& m, SwitchId s, const DomainShape& shape, Visit&& visit) {
  each_domain(
      shape, m.network.ports_of(s), [&](std::int64_t port) { return medium_at(m, s, port); },
      std::forward<Visit>(visit));
}

void add_time(const NetworkState& m, SwitchId s, std::int64_t first, std::int64_t end, std::int64_t time,
              DomainsOff<std::int64_t>& sum) {
  sum.domains += time;
  for (std::int64_t p = first; p < end; ++p) sum.ports[static_cast<std::size_t>(medium_at(m, s, p))] += time;
}

}  // namespace

void book_domains(NetworkState& m, SwitchId s, std::uint16_t local, std::int64_t since, std::int64_t at) {
  const auto& shapes = m.control.settings.domains;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    each_domain_of(m, s, shapes[i], [&](std::int64_t first, std::int64_t end) {
      if (local < first || local >= end) return;
      std::int64_t last = since;
      for (std::int64_t p = first; p < end && last != is_on; ++p)
        if (p != local) last = std::max(last, off_since(m, m.network.first_port[s] + static_cast<PortId>(p)));
      if (last < at) add_time(m, s, first, end, at - last, m.control.domains_off[s * shapes.size() + i]);
    });
}

DomainUse domains_off_so_far(const NetworkState& m, std::int64_t now) {
  const auto& shapes = m.control.settings.domains;
  DomainUse use(shapes.size());
  if (!m.control.meters_domains()) return use;
  for (const auto& range : m.own)
    for (SwitchId s = range.first; s < range.end; ++s)
      for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (shapes[i] == DomainShape{} &&
            m.control.switch_plan.in_use()) {  // it alone puts switches to sleep
          const std::int64_t time = m.control.switch_plan.asleep_time(s, {now}).v;
          if (time > 0) add_time(m, s, 0, m.network.ports_of(s), time, use[i]);
          continue;
        }
        use[i].add(m.control.domains_off[s * shapes.size() + i]);
        each_domain_of(m, s, shapes[i], [&](std::int64_t first, std::int64_t end) {
          std::int64_t last = 0;
          for (std::int64_t p = first; p < end && last != is_on; ++p)
            last = std::max(last, off_since(m, m.network.first_port[s] + static_cast<PortId>(p)));
          if (last < now) add_time(m, s, first, end, now - last, use[i]);
        });
      }
  return use;
}

std::vector<std::int64_t> count_domains(const NetworkState& m) {
  std::vector<std::int64_t> count;
  for (const DomainShape& shape : m.control.settings.domains) {
    count.push_back(0);
    for (SwitchId s = 0; s < m.network.switches(); ++s)
      each_domain_of(m, s, shape, [&](std::int64_t, std::int64_t) { ++count.back(); });
  }
  return count;
}

}  // namespace ebb::inline engine
