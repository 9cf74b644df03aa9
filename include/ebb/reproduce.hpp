// The numbers of papers, computed again beside the printed ones (reproduce_numbers).
#pragma once

#include "tasks/study/reproduce_task.hpp"
