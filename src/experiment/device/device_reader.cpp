#include "experiment/device/device_reader.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/problem.hpp"
#include "experiment/device/device_file.hpp"
#include "experiment/fit/fit_hint.hpp"

namespace ebb::inline experiment {

DeviceReader::DeviceReader(Configuration& configuration, std::string section)
    : configuration_(configuration),
      section_(std::move(section)),
      folder_(std::filesystem::path(configuration.path()).parent_path().string()) {}

bool DeviceReader::read(std::string_view key, const std::string& name, Device& device) {
  auto found = find_device(name, folder_);
  if (found) {
    device = std::move(*found);
    return true;
  }
  for (Problem p : found.problems())
    if (p.where.empty())
      complain(key, p.what, p.hint);
    else
      configuration_.problems().push_back(std::move(p));
  return false;
}

void DeviceReader::read(std::string_view key, const std::string& name, DeviceKind kind, Device& device) {
  if (!read(key, name, device) || device.kind == kind) return;
  complain(key,
           fmt::format("\"{}\" is of kind \"{}\", but \"{}\" is needed here", name, name_of(device.kind),
                       name_of(kind)),
           fmt::format("of that kind: {}", fmt::join(devices_of_kind(kind), ", ")) + broken_devices_hint());
}

void DeviceReader::complain(std::string_view key, std::string what, std::string hint) {
  configuration_.add_problems(section_, {{std::string(key), std::move(what), std::move(hint)}});
}

}  // namespace ebb::inline experiment
