// The live agent. run_agent() is `ebb agent` as a function, on the OpenFlow switches of an inventory. Agent
// runs on drivers of your own: implement PortDriver and RouteDriver (fabric/agent/agent_driver.hpp), and call
// step().
#pragma once

#include "fabric/agent/agent.hpp"
#include "fabric/agent/tree_stages.hpp"
#include "tasks/agent/agent_summary.hpp"
#include "tasks/agent/agent_task.hpp"
