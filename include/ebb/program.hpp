// The version of ebb (program_version), the location of its data files (use_data_of), and plugins
// (load_plugin).
#pragma once

#include "config/data_files.hpp"
#include "experiment/read/load_plugin.hpp"
#include "experiment/run/program.hpp"
