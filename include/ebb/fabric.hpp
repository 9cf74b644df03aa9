// Forwarding tables (make_rules), and real switches: open_fabric reads a file and an inventory; then
// check_fabric, fabric_changes, fabric_status, deploy_fabric, verify_fabric, roll_fabric_back and
// regulate_fabric.
#pragma once

#include "tasks/fabric/conditional_tables.hpp"
#include "tasks/fabric/dmp_task.hpp"
#include "tasks/fabric/fabric_findings.hpp"
#include "tasks/fabric/regulate_task.hpp"
#include "tasks/fabric/rollout_task.hpp"
#include "tasks/fabric/rules_tables.hpp"
#include "tasks/fabric/rules_task.hpp"
#include "tasks/fabric/verify_task.hpp"
