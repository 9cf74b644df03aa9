// Device files: one TOML file per device. A name is looked up in the folders of $EBB_DEVICES, then among the
// devices that ship with ebb. A name with a slash or the ending .toml is a file's path.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "power/device/device.hpp"

namespace ebb::inline experiment {

/// Returns the folders that are searched, in search order.
std::vector<std::string> device_folders();
/// Returns the names of all devices in these folders, sorted.
std::vector<std::string> device_names();

/// Reads a device. A relative path starts from the folder `beside`. The problems of an unknown name have no
/// `where`.
Result<Device> find_device(const std::string& name, const std::string& beside);

/// Returns a name that is valid from any folder: paths become absolute, other names stay.
std::string lasting_device_name(const std::string& name, const std::string& beside);

Result<Device> read_device(const std::string& path);

/// Describes a device whose file is invalid, with the first reason: "mine (mine.toml:3:1: base: is no
/// quantity)".
std::string broken_text(const std::string& name, const Problems& problems);

/// Returns the end of a hint that lists devices: those that may be missing from the list because their file
/// is invalid.
std::string broken_devices_hint();

}  // namespace ebb::inline experiment
