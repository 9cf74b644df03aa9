#include "experiment/energy/power_limit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "experiment/device/device_file.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"

namespace ebb::inline experiment {
namespace {

constexpr double micro = 1e6;

/// Adds the power of one class of cable in each level. Returns what the device does not state.
Problems add_class(const Device* device, const LinkClass& link, const RateLevels& levels,
                   ChannelWatts& watts) {
  const RateLevels own = levels.scaled_to(link.rate);
  const double share = static_cast<double>(link.rate.v) / static_cast<double>(levels.fastest().v);
  const ChannelPower power =
      device ? device_power(*device, link.medium, own) : proportional_power(Watts{share}, own);
  std::vector<std::int64_t>& of = watts.microwatts.emplace_back();
  for (std::size_t level = 0; level < own.size(); ++level) {
    if (!power.in[level] && level >= own.slowest_level())
      return {{"device",
               fmt::format("does not state the power of a port at {} on {}", quantity_text(own[level]),
                           name_of(link.medium)),
               "`ebb device list` has others; or leave it out: power in proportion to the rate"}};
    of.push_back(std::llround(micro * power.in[level].value_or(Watts{}).v));
  }
  return {};
}

std::string watts_text(std::int64_t microwatts) {
  return fmt::format("{:.1f} W", static_cast<double>(microwatts) / micro);
}

/// Even at their slowest rates the channels use something.
Problems too_little(const PowerLimit& limit, std::int64_t least, std::int64_t full) {
  const double share = static_cast<double>(least) / static_cast<double>(full);
  if (limit.share > 0)
    return {{"share",
             fmt::format("is {}, but all channels at their slowest rate use {:.1f} % of full power",
                         limit.share, 100 * share),
             fmt::format("at least {}", std::ceil(100 * share) / 100)}};
  return {{"watts",
           fmt::format("are {}, but all channels at their slowest rate use {}", quantity_text(limit.watts),
                       watts_text(least)),
           fmt::format("from {} on, all channels can be at full rate", watts_text(full))}};
}

}  // namespace

Result<ChannelWatts> watts_within(const PowerLimit& limit, const RateLevels& levels, const Network& network,
                                  std::span<const std::int64_t> channels) {
  std::optional<Device> device;
  if (!limit.device.empty()) {
    auto found = find_device(limit.device, "");
    if (!found) {
      Problems problems = found.problems();
      for (Problem& p : problems)
        if (p.where.empty()) p.where = "device";
      return problems;
    }
    device = std::move(*found);
  }
  ChannelWatts watts;
  std::int64_t least = 0, full = 0;
  for (std::size_t i = 0; i < network.classes.size(); ++i) {
    if (Problems p = add_class(device ? &*device : nullptr, network.classes[i], levels, watts); !p.empty())
      return p;
    least += channels[i] * watts.microwatts[i][levels.slowest_level()];
    full += channels[i] * watts.microwatts[i].back();
  }
  watts.limit = limit.share > 0 ? static_cast<std::int64_t>(limit.share * static_cast<double>(full))
                                : std::llround(micro * limit.watts.v);
  if (least > watts.limit) return too_little(limit, least, full);
  return watts;
}

}  // namespace ebb::inline experiment
