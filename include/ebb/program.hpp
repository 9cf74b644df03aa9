// Which ebb this is (program_version), where its files are (use_data_of), and plugins (load_plugin).
#pragma once

#include "config/data_files.hpp"
#include "experiment/read/load_plugin.hpp"
#include "experiment/run/program.hpp"
