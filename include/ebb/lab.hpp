// A network of Open vSwitch bridges and hosts on this machine (lab_up, lab_down, lab_exec, lab_mpi), and what
// it reports (lab_status, lab_trial_report, lab_losses_report).
#pragma once

#include "tasks/lab/kernel_task.hpp"
#include "tasks/lab/lab_report.hpp"
#include "tasks/lab/lab_task.hpp"
