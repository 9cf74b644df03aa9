// Finds the devices that a section of a configuration names, and reports their problems at their position in
// the file.
#pragma once

#include <string>
#include <string_view>

#include "experiment/read/configuration.hpp"
#include "power/device/device.hpp"

namespace ebb::inline experiment {

class DeviceReader {
 public:
  DeviceReader(Configuration& configuration, std::string section);

  /// Reads a device. Returns false and adds to the file's problems when it was not found.
  bool read(std::string_view key, const std::string& name, Device& device);
  /// Reads a device that must be of this kind.
  void read(std::string_view key, const std::string& name, DeviceKind kind, Device& device);

 private:
  void complain(std::string_view key, std::string what, std::string hint);

  Configuration& configuration_;
  std::string section_, folder_;
};

}  // namespace ebb::inline experiment
