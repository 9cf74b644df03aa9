// The parameters that a sweep may vary.
#pragma once

#include <string>
#include <vector>

namespace ebb::inline study {

/// Every parameter of a run by its dotted name, and the sections that name a catalogue entry.
std::vector<std::string> parameter_names();

}  // namespace ebb::inline study
