// The program itself: its version (program_version), its plugins (load_plugin), and the reference of
// configurations that it prints (config_docs).
#pragma once

#include "experiment/read/config_docs.hpp"
#include "experiment/read/load_plugin.hpp"
#include "experiment/run/program.hpp"
