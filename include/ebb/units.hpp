// Times, rates and sizes as types, and their text form ("40Gb/s", "1us").
#pragma once

#include "base/quantity.hpp"
#include "base/units.hpp"
