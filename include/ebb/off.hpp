// The cables and switches that a network can do without while it carries a demand (choose_off), as tables
// (off_text), and as rules of its switches (write_off_rules). OffResult::schedule_csv() is the file for
// `ebb agent --schedule` and [trees] schedule.
#pragma once

#include "tasks/off/off_rules.hpp"
#include "tasks/off/off_tables.hpp"
#include "tasks/off/off_task.hpp"
