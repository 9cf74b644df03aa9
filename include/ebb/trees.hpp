// A network with loops as VLAN trees (plan_trees), the links that the traffic of a trace needs
// (choose_links), and the files that runs and switches take: paths (write_paths_file), rules
// (write_tree_rules), the [trees] section (trees_section). configure_trees brings the VLANs onto managed
// switches.
#pragma once

#include "fabric/trees/paths_file.hpp"
#include "tasks/trees/bridge_commands.hpp"
#include "tasks/trees/link_choice_table.hpp"
#include "tasks/trees/link_choice_task.hpp"
#include "tasks/trees/snmp_trees_task.hpp"
#include "tasks/trees/trees_tables.hpp"
#include "tasks/trees/trees_task.hpp"
