// What is wrong, where, and what to do (Problem), and a value or the problems that prevented it (Result).
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
