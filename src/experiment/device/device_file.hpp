// Device files: one TOML file per device. A name is looked up in the folders of $EBB_DEVICES, then among the
// devices that ship with ebb; a name with a slash or the ending .toml is the path of a file.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "power/device/device.hpp"

namespace ebb::inline experiment {

/// Returns the folders that are searched, in this order.
std::vector<std::string> device_folders();
/// Returns the names of all devices there, sorted.
std::vector<std::string> device_names();

/// Reads a device. A relative path starts from the folder `beside`. The problems of an unknown name have no
/// `where`.
Result<Device> find_device(const std::string& name, const std::string& beside);

/// Returns the name as it holds from any folder: paths in full, other names as they are.
std::string lasting_device_name(const std::string& name, const std::string& beside);

Result<Device> read_device(const std::string& path);

/// "mine (mine.toml:3:1: base: is no quantity)": a device whose file cannot be used, with the first reason.
std::string broken_text(const std::string& name, const Problems& problems);

/// For the end of a hint that lists devices: those that may be missing there because their file is wrong.
std::string broken_devices_hint();

}  // namespace ebb::inline experiment
