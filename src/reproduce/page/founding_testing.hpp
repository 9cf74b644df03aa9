// Rows of reproductions, made by hand for the tests of the founding figures.
#pragma once

#include "report/page/json_reader.hpp"

namespace ebb::inline reproduce {

inline PageJson founding_row(const char* id, const char* what, double ours, const char* note = "") {
  return {{"id", id}, {"what", what}, {"ours", ours}, {"note", note}};
}

}  // namespace ebb::inline reproduce
