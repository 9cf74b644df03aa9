// Problem: what is wrong, where, and a hint. Result: a value, or the problems that prevented it.
#pragma once

#include "base/problem.hpp"
#include "base/result.hpp"
