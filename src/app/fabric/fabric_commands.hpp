// Commands on real switches and the addresses of their hosts.
#pragma once

#include "app/command/command.hpp"

namespace ebb::inline app {

/// `ebb rules`: the tables of a network's switches, to read and to load.
void add_rules_command(Command& app, int& exit_code);
/// `ebb fabric check | diff | deploy | verify | rollback | status`: the tables of a file on real switches.
void add_fabric_command(Command& app, int& exit_code);
/// `ebb dmp`: requests a host's address from its switch.
void add_dmp_command(Command& app, int& exit_code);
/// `ebb agent`: the live agent beside real switches.
void add_agent_command(Command& app, int& exit_code);

}  // namespace ebb::inline app
