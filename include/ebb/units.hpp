// Times, rates, sizes as types, and the texts that people write for them ("40Gb/s", "1us").
#pragma once

#include "base/quantity.hpp"
#include "base/units.hpp"
