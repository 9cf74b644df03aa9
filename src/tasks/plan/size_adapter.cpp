#include "tasks/plan/size_adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/medium.hpp"
#include "base/quantity.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/fit/fit_hint.hpp"
#include "planner/no_adapter.hpp"
#include "power/device/device.hpp"

namespace ebb::inline tasks {
namespace {

/// True when the user named an adapter.
bool is_named(const std::vector<std::string>& settings) {
  return std::any_of(settings.begin(), settings.end(),
                     [](const std::string& setting) { return setting.starts_with("plan.nic="); });
}

bool fits(const PlanInput& plan, const Device& adapter) {
  if (adapter.links.empty()) return adapter.runs_at(plan.cables.rate_of_hosts());
  return std::any_of(all_media.begin(), all_media.end(), [&](Medium medium) {
    const LinkPower* row = plan.row(adapter, medium, plan.cables.rate_of_hosts());
    return row && adapter.states_power(*row);
  });
}

std::optional<Device> fitting_adapter(const PlanInput& plan) {
  for (const std::string& name : device_names())
    if (auto device = find_device(name, ""); device && device->kind == DeviceKind::nic && fits(plan, *device))
      return std::move(*device);
  return std::nullopt;
}

}  // namespace

std::string choose_adapter(const std::vector<std::string>& settings, PlanInput& plan) {
  if (is_named(settings) || fits(plan, plan.nic)) return {};
  const std::string rate = quantity_text(plan.cables.rate_of_hosts());
  const std::string before = plan.nic.name;
  if (auto adapter = fitting_adapter(plan)) {
    plan.nic = std::move(*adapter);
    plan.settings.nic = plan.nic.name;
    return fmt::format(
        "the adapter is {}, because {} does not run at {}; --set plan.nic=NAME chooses another",
        plan.nic.name, before, rate);
  }
  plan.nic = no_adapter();
  plan.settings.nic = no_adapter_name;
  return fmt::format(
      "adapters are not counted: no device file has one that runs at {}; `ebb device new --kind nic` "
      "creates one, --set plan.nic=FILE uses it",
      rate);
}

std::string optics_hint(const PlanInput& plan) {
  const LinkPower* row = plan.row(plan.switch_device, Medium::optical, plan.cables.rate);
  if (plan.optics || !row || row->trx_in.given || row->trx_up.given) return {};
  std::vector<std::string> names;
  for (const std::string& name : devices_of_kind(DeviceKind::optics))
    if (const auto device = find_device(name, ""); device && device->link(Medium::optical, plan.cables.rate))
      names.push_back(name);
  const std::string none = "`ebb device new --kind optics` creates one";
  return fmt::format(
      "optical transceivers count 0 W, which favours networks with many: --set plan.optics=DEVICE adds them"
      "; for {}: {}",
      quantity_text(plan.cables.rate), names.empty() ? none : fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace ebb::inline tasks
