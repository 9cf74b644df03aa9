#include "traffic/closed_loop.hpp"

namespace ebb {

Problems ClosedLoop::check() const {
  Problems problems;
  if (outstanding < 1)
    problems.push_back({"outstanding", fmt::format("is {}, but must be at least 1", outstanding), ""});
  for (const auto& [name, time] : {std::pair{"answer", answer}, std::pair{"think", think}})
    if (time.v < 0 || time > never)
      problems.push_back(
          {name, fmt::format("is {}, which no run can wait for", quantity_text(time)), "0s is the shortest"});
  return problems;
}

}  // namespace ebb
