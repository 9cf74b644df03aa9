#include "traffic/closed_loop.hpp"

namespace ebb::inline traffic {

Problems ClosedLoop::check() const {
  Problems problems;
  if (outstanding < 1)
    problems.push_back(
        {"outstanding", fmt::format("is {}, but must be at least 1", outstanding), "for example: 1"});
  if (pause.v < 0 || pause >= never)
    problems.push_back(
        {"pause", fmt::format("is {}, but must not be negative or longer than any run", quantity_text(pause)),
         "0s is the shortest"});
  return problems;
}

}  // namespace ebb::inline traffic
