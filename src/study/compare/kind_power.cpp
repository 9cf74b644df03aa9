#include "study/compare/kind_power.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "results/named_figure.hpp"
#include "study/compare/over_seeds.hpp"

namespace ebb::inline study {
namespace {

/// "rates_by_kind.rail.rates.rate_gbps_2_5.time_ps" is a time of the kind "rail" at 2.5 Gb/s.
constexpr std::string_view before_kind = "rates_by_kind.", before_rate = ".rates.rate_gbps_";

struct TimeAtRate {
  std::string kind;
  double gbps = 0;
};

bool read_name(std::string_view name, TimeAtRate& found) {
  if (!name.starts_with(before_kind) || !(name.ends_with(".time_ps") || name.ends_with(".changing_ps")))
    return false;
  name.remove_prefix(before_kind.size());
  const std::size_t middle = name.find(before_rate);
  if (middle == std::string_view::npos) return false;
  std::string rate(name.substr(middle + before_rate.size()));
  rate.erase(rate.find('.'));
  std::replace(rate.begin(), rate.end(), '_', '.');
  found = {std::string(name.substr(0, middle)), std::strtod(rate.c_str(), nullptr)};
  return true;
}

}  // namespace

std::vector<KindPower> kind_powers(const StoredRun& run) {
  struct Kind {
    KindPower power;
    double time = 0, fastest = 0;
  };
  std::vector<Kind> kinds;
  for (const NamedFigure& f : run.figures) {
    TimeAtRate at;
    if (!read_name(f.name, at)) continue;
    auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.power.kind == at.kind; });
    if (kind == kinds.end()) {
      const bool of_hosts = at.kind.starts_with("to_host") || at.kind.starts_with("from_host");
      kind = kinds.insert(kinds.end(), Kind{.power = {.kind = at.kind, .of_hosts = of_hosts}});
    }
    const double time = number_in(f.value).value_or(0);
    kind->power.used += at.gbps * time, kind->time += time;
    kind->fastest = std::max(kind->fastest, at.gbps);
  }
  std::vector<KindPower> powers;
  for (Kind& kind : kinds) {
    kind.power.at_full = kind.time * kind.fastest;
    powers.push_back(std::move(kind.power));
  }
  return powers;
}

}  // namespace ebb::inline study
