// Commands on a network before anything runs: its plan, its devices, its proofs, its files.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb plan FILE`, `ebb plan compare FILE FILE…`: part counts, power and money.
void add_plan_command(Command& app, int& exit_code);
/// `ebb plan size`: the networks of a switch that hold a number of hosts, and their costs. Returns the
/// subcommand, so that `ebb plan` knows whether it was called.
Command* add_plan_size(Command& plan, int& exit_code);
/// `ebb device list | show NAME | new`: device files and their numbers.
void add_device_command(Command& app, int& exit_code);
/// `ebb check`: proves for a network and its routing that every pair is reached and that no deadlock can
/// occur.
void add_check_command(Command& app, int& exit_code);
/// `ebb export`: a network for other programs.
void add_export_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
