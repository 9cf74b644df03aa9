// Field lists: a struct lists its parameters once and gets parsing, help and spelling hints from the list.
#pragma once

#include "base/fields.hpp"
#include "base/ranges.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
