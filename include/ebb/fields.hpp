// Field lists: a struct names its parameters once, and gets parsing, help and spelling hints for it.
#pragma once

#include "base/fields.hpp"
#include "base/ranges.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
