// What a device file gave to the control of a run, in one line.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ebb::inline report {

/// "devices/mine.toml gives rates 10Gb/s, 40Gb/s; epoch 10us (and how the rest came about)"
std::string device_text(const std::string& file,
                        const std::vector<std::pair<std::string, std::string>>& given,
                        const std::string& notes);

}  // namespace ebb::inline report
