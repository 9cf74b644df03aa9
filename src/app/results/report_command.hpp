// ebb report RESULTS… -o FILE: results as one page.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

void add_report_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
