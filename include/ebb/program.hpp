// The version of ebb (program_version), the location of its data files (use_data_of), plugins (load_plugin),
// and the reference of configurations (config_docs).
#pragma once

#include "config/data_files.hpp"
#include "tasks/program/program.hpp"
