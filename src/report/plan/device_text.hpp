// The control settings of a run that come from a device file, in one line.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ebb::inline report {

/// "devices/mine.toml gives rates 10Gb/s, 40Gb/s; epoch 10us (and the origin of the rest)"
std::string device_text(const std::string& file,
                        const std::vector<std::pair<std::string, std::string>>& given,
                        const std::string& notes);

}  // namespace ebb::inline report
