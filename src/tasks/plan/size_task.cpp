#include "tasks/plan/size_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "base/units.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/fit/fit_hint.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/plan_config.hpp"
#include "experiment/read/settings.hpp"
#include "planner/no_adapter.hpp"
#include "planner/plan_settings.hpp"
#include "planner/sizing.hpp"
#include "power/device/device.hpp"
#include "tasks/plan/size_adapter.hpp"
#include "tasks/plan/size_options.hpp"

namespace ebb::inline tasks {
namespace {

/// The fastest rate of the switch, where the user gives none.
BitsPerSecond fastest_of(const Device& device) {
  BitsPerSecond fastest = device.fastest.value;
  for (const LinkPower& row : device.links) fastest = std::max(fastest, row.rate);
  return fastest;
}

bool has_rate(const Device& device, BitsPerSecond rate) {
  return std::any_of(all_media.begin(), all_media.end(),
                     [&](Medium medium) { return device.link(medium, rate) != nullptr; });
}

/// A switch whose device file does not state a rate that it needs cannot be used.
Problems check_rate(const Device& chip, const char* option, BitsPerSecond needed) {
  if (has_rate(chip, needed)) return {};
  std::vector<std::string> others;
  for (const std::string& name : devices_of_kind(DeviceKind::switch_chip))
    if (const auto device = find_device(name, ""); device && has_rate(*device, needed))
      others.push_back(name);
  return {{option, fmt::format("\"{}\" does not run at {}", chip.name, quantity_text(needed)),
           fmt::format("it has: {}; switches that do: {}", fmt::join(chip.link_labels(), "; "),
                       others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", ")))}};
}

/// Of leaves, spines and hosts.
Problems check_rates(const PlanInput& plan) {
  Problems problems = check_rate(plan.switch_device, "--rate", plan.cables.rate);
  if (!problems.empty()) return problems;
  problems = check_rate(plan.switch_device, "cables.host_rate", plan.cables.rate_of_hosts());
  if (problems.empty() && plan.spine) problems = check_rate(*plan.spine, "plan.spine", plan.cables.rate);
  return problems;
}

bool sets_rate(const Settings& settings) {
  return std::any_of(settings.begin(), settings.end(),
                     [](const std::string& setting) { return setting.starts_with("cables.rate="); });
}

/// A setting that the search would ignore is refused: it chooses the topology and its devices itself.
Problems check_settings(const SizeOptions& options) {
  Problems problems;
  for (const std::string& setting : options.settings) {
    const std::string key = setting.substr(0, setting.find('='));
    const auto refuse = [&](std::string what, std::string hint) {
      problems.push_back({Configuration::set_option.data() + setting, std::move(what), std::move(hint)});
    };
    if (key == "plan.switch")
      refuse("has no effect here", "--switch names the switch");
    else if (key == "cables.rate" && !options.rate.empty())
      refuse("is given, and --rate, too", "leave one of them out");
    else if (!key.starts_with("plan.") && !key.starts_with("cables."))
      refuse("has no effect here: the search chooses the network",
             "only keys of [plan] and [cables] count, such as plan.nic; --toml writes a file to change");
  }
  return problems;
}

/// The devices, cables and tariff of the options.
Result<PlanInput> equipment_of(const SizeOptions& options) {
  Settings settings = options.settings;
  settings.push_back("plan.switch=" + options.switch_device);
  if (!options.rate.empty()) settings.push_back("cables.rate=" + options.rate);
  return read_equipment(settings);
}

/// The keys of [cables] that were set, besides the rate: all of them are texts.
std::string other_cables(const Settings& settings) {
  std::string text;
  for (const std::string& setting : settings) {
    const std::size_t equal = setting.find('=');
    if (!setting.starts_with("cables.") || setting.starts_with("cables.rate=") || equal == std::string::npos)
      continue;
    std::string value = setting.substr(equal + 1);
    std::erase(value, '"');
    text += fmt::format("{} = \"{}\"\n", setting.substr(7, equal - 7), value);
  }
  return text;
}

}  // namespace

Result<SizedNetworks> find_networks(const SizeOptions& options, const SizeWatch& watch) {
  Problems problems;
  const SizeSearch search = read_size_options(options, problems);
  const Problems ignored = check_settings(options);
  problems.insert(problems.end(), ignored.begin(), ignored.end());
  auto equipment = equipment_of(options);
  if (!equipment) problems.insert(problems.end(), equipment.problems().begin(), equipment.problems().end());
  if (!problems.empty()) return problems;
  if (options.rate.empty() && !sets_rate(options.settings))
    equipment->cables.rate = fastest_of(equipment->switch_device);
  if (problems = check_rates(*equipment); !problems.empty()) return problems;
  const std::string adapter = choose_adapter(options.settings, *equipment);
  SizeResult result = size_networks(*equipment, search.request, watch);
  if (!adapter.empty()) result.notes.push_back(adapter);
  if (const std::string hint = optics_hint(*equipment); !hint.empty()) result.notes.push_back(hint);
  sort_networks(result, search.order);
  return SizedNetworks{options, std::move(*equipment), std::move(result)};
}

Result<std::string> plan_file_of(const SizedNetworks& sized, std::int64_t row) {
  const auto rows = static_cast<std::int64_t>(sized.result.networks.size());
  if (row < 1 || row > rows)
    return Problem{"--toml", fmt::format("there is no row {}", row),
                   rows == 0 ? "no network was found; see the reasons without --toml"
                             : fmt::format("rows go from 1 to {}", rows)};
  const SizedNetwork& network = sized.result.networks[static_cast<std::size_t>(row - 1)];
  const PlanSettings& plan = sized.equipment.settings;
  std::string text =
      fmt::format("# {} of {} hosts, by `ebb plan size --hosts {}`\n{}\n[cables]\nrate = \"{}\"\n",
                  network.family, network.plan.parts.hosts, sized.options.hosts, topology_toml(network),
                  quantity_text(sized.equipment.cables.rate));
  text += other_cables(sized.options.settings);
  text += fmt::format("\n[plan]\nswitch = \"{}\"\n", plan.switch_device);
  if (!plan.spine.empty()) text += fmt::format("spine = \"{}\"\n", plan.spine);
  text += fmt::format("nic = \"{}\"{}\n", plan.nic,
                      plan.nic == no_adapter_name ? "  # not counted; name one that runs at this rate" : "");
  if (!plan.optics.empty()) text += fmt::format("optics = \"{}\"\n", plan.optics);
  if (!plan.copper.empty()) text += fmt::format("copper = \"{}\"\n", plan.copper);
  return text + fmt::format("load = {}\nprice_usd_per_kwh = {}\npue = {}\nyears = {}\n", plan.load,
                            plan.price_usd_per_kwh, plan.pue, plan.years);
}

}  // namespace ebb::inline tasks
