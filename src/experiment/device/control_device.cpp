// What a device adds to a [control] section: rates, lanes and times that the section leaves out.
#include <fmt/format.h>

#include <algorithm>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "experiment/device/device_reader.hpp"
#include "experiment/read/control_config.hpp"
#include "power/control/channel_states.hpp"
#include "power/device/device.hpp"

namespace ebb::inline experiment {
namespace {

/// No run is longer (RunSettings), so no epoch needs to be. Ten times this still fits into 64 bits.
constexpr Picoseconds longest_time{3'600'000'000'000'000};

std::string text_of(Picoseconds time) { return quantity_text(time); }
std::string text_of(const std::vector<BitsPerSecond>& rates) {
  std::string text;
  for (const BitsPerSecond rate : rates) text += (text.empty() ? "" : ", ") + quantity_text(rate);
  return text;
}
std::string text_of(const std::vector<std::int64_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

/// Returns the conflicts between a device and the rest of the section. The device's times mean nothing for
/// rates that it does not have.
Problems check_device(const ControlConfig& config, const ChannelStates& states, const Node& section,
                      BitsPerSecond full_rate) {
  if (!section.find("rates")) {
    if (states.rates.empty())
      return {
          {"device",
           fmt::format("\"{}\" states no rate up to the cables' {}", config.device, quantity_text(full_rate)),
           "give `rates` yourself, or change [cables] rate"}};
    if (states.rates.back() != full_rate)
      return {{"device",
               fmt::format("\"{}\" has no faster rate than {}, but the cables have {}", config.device,
                           quantity_text(states.rates.back()), quantity_text(full_rate)),
               "take another device, or change [cables] rate"}};
    if (states.rates.size() == 1 && !config.has_off() && !(states.has_off && states.wake))
      return {
          {"device",
           fmt::format(
               "\"{}\" has one rate up to {} and no off state with a time to wake: no policy has a choice",
               config.device, quantity_text(full_rate)),
           "take another device, or give `rates` or `wake` yourself"}};
    return {};
  }
  const auto has = [&](BitsPerSecond rate) {
    return rate.v == 0 || std::find(states.rates.begin(), states.rates.end(), rate) != states.rates.end();
  };
  for (const BitsPerSecond rate : config.rates)
    if (!states.rates.empty() && !has(rate))
      return {
          {"rates",
           fmt::format("has {}, which is no rate of the device \"{}\"", quantity_text(rate), config.device),
           "leave out `rates` to take the device's, or leave out `device`"}};
  return {};
}

}  // namespace

bool FromDevice::gives(std::string_view key) const {
  return std::any_of(taken.begin(), taken.end(), [&](const auto& t) { return t.first == key; });
}

void ControlConfig::take(const ChannelStates& states, const Node& given) {
  const auto open = [&](std::string_view key) { return given.find(key) == nullptr; };
  const auto put = [&](const char* key, auto& field, const auto& value) {
    field = value;
    from_device.taken.emplace_back(key, text_of(field));
  };
  const auto note = [&](const std::string& text) {
    from_device.notes += (from_device.notes.empty() ? "" : "; ") + text;
  };
  const bool times_open = open("reactivation") && open("relock") && open("changes");
  const bool relocks = times_open && states.relock && states.lane_change;
  if (open("rates")) {
    put("rates", rates, states.rates);
    // Lanes make no difference without a time for changes that keep them.
    if (open("lanes") && !states.lanes.empty() && (relocks || relock.v > 0))
      put("lanes", lanes, states.lanes);
  }
  if (relocks && !lanes.empty())
    put("relock", relock, *states.relock), put("reactivation", reactivation, *states.lane_change);
  else if (times_open && states.any)
    put("reactivation", reactivation, *states.any);
  else if (times_open)
    note(fmt::format("it does not say how long a change takes: reactivation {}", text_of(reactivation)));
  if (open("wake") && states.has_off && states.wake) put("wake", wake, *states.wake);
  if (open("wake") && open("changes") && states.has_off && !states.wake)
    note("its off state is ignored, because it gives no time to wake: set `wake` to use it");
  if (open("sleep") && has_off() && states.sleep) put("sleep", sleep, *states.sleep);
  if (times_open && open("rates") && states.slew && !states.volts.empty()) take_slew(states);
  if (!open("epoch")) return;
  Picoseconds longest = std::max({reactivation, relock, wake, sleep, 1_us});
  for (const auto& line : changes)
    for (const Picoseconds time : line) longest = std::max(longest, time);
  put("epoch", epoch, std::min(longest, longest_time) * 10);
  note("the epoch is ten times the longest change, 10us at least");
}

/// Makes a table of all changes, off included: the supply voltage moves first, then the clock locks.
void ControlConfig::take_slew(const ChannelStates& states) {
  const std::size_t off = has_off() ? 1 : 0, all = states.volts.size() + off;
  std::vector<std::vector<Picoseconds>> table(all, std::vector<Picoseconds>(all));
  for (std::size_t from = 0; from < all; ++from)
    for (std::size_t to = 0; to < all; ++to)
      table[from][to] =
          from >= off && to >= off && from != to ? states.change(from - off, to - off) : change(from, to);
  changes = std::move(table);
  changes_by_device = true;
  from_device.taken.emplace_back(
      "changes", fmt::format("{} V/us and {} for the clock", *states.slew, text_of(reactivation)));
}

void read_control_device(Configuration& file, const Node& section, BitsPerSecond full_rate,
                         ControlConfig& config) {
  Device device;
  if (!DeviceReader(file, "control").read("device", config.device, device)) return;
  const ChannelStates states = channel_states(device, full_rate);
  Problems problems = check_device(config, states, section, full_rate);
  if (problems.empty()) {
    config.from_device.file = device.file;
    config.take(states, section);
  }
  file.add_problems("control", std::move(problems));
}

}  // namespace ebb::inline experiment
