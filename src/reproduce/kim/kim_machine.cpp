#include "reproduce/kim/kim_machine.hpp"

#include <fmt/core.h>

#include "base/problem.hpp"
#include "base/quantity.hpp"
#include "config/data_files.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline reproduce {
namespace {

using Settings = std::vector<std::string>;

Settings appended(Settings a, const Settings& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The device gives the time of a step: its voltages, 0.1 V/us, and 400 ns for the receiver's clock.
Settings policy(const char* name, Picoseconds window) {
  return {"control.device=kim-link", fmt::format("control.epoch={}", quantity_text(window)),
          fmt::format("control.policy.name={}", name)};
}

/// The paper gives one pair of thresholds, so a congested buffer downstream does not change them.
Settings history(const KimMachine& machine) {
  return {"control.policy.utilisation=" + machine.dvs_of,
          fmt::format("control.policy.low={}", machine.dvs_low),
          fmt::format("control.policy.high={}", machine.dvs_high),
          fmt::format("control.policy.congested_low={}", machine.dvs_low),
          fmt::format("control.policy.congested_high={}", machine.dvs_high)};
}

Settings thresholds(const KimMachine& machine) {
  return {fmt::format("control.policy.t_max={}", machine.t_max),
          fmt::format("control.policy.t_low={}", machine.t_low), "control.policy.unit=" + machine.off_unit,
          fmt::format("control.policy.settle={}", quantity_text(machine.settle))};
}

}  // namespace

Settings KimMachine::network(bool irregular, bool best_effort) const {
  const std::string size = quantity_text(packet), buffer = quantity_text(Bytes{packet.v * buffer_packets});
  Settings all{"host.packet=" + size, "switch.input_buffer=" + buffer, "switch.output_queue=" + buffer,
               "switch.output_buffer=" + buffer};
  if (best_effort) all.push_back("traffic.sizes.size=" + size);
  if (irregular) all.push_back(fmt::format("topology.seed={}", graph));
  return all;
}

/// The outport selection module takes the least frequently used port.
Settings KimMachine::adaptive() const {
  return {"routing.name=shutdown_paths", "routing.select=least_used", "routing.detours=" + detours,
          "routing.when_off=" + when_off};
}

Settings KimMachine::dvs() const { return appended(policy("history_dvs", window), history(*this)); }

/// The supply is stable when a link leaves its slowest rate, so that transition takes only the clock's lock.
Settings KimMachine::dls() const {
  return appended(appended(policy("link_shutdown", off_window), thresholds(*this)),
                  {"control.reactivation=400ns"});
}

/// A link that comes on goes up from its slowest rate step by step, so all times are the device's. DVS keeps
/// its own window beside that of DLS.
Settings KimMachine::both() const {
  Settings all = appended(policy("link_shutdown", off_window), thresholds(*this));
  all.emplace_back("control.policy.while_on=history_dvs");
  all.push_back("control.policy.history_window=" + quantity_text(window));
  return appended(std::move(all), history(*this));
}

Result<KimMachine> read_kim_machine() {
  const auto file = read_toml(data_file("papers/kim-machine.toml"));
  if (!file) return file.problems();
  KimMachine machine;
  Problems problems;
  read_fields(*file, "", machine, problems);
  if (!problems.empty()) return problems;
  return machine;
}

}  // namespace ebb::inline reproduce
