// For tests: what cbc, a solver of mixed integer programs, proves to be the least.
#pragma once

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

namespace ebb::inline base {

inline bool solver_is_there() { return std::system("command -v cbc > /dev/null 2>&1") == 0; }

/// The least objective of a program in CPLEX's LP format; nothing when the solver proves none. Its files go
/// into `folder`.
inline std::optional<double> proved_least(const std::string& program, const std::string& folder) {
  std::ofstream(folder + "/program.lp") << program;
  const std::string command =
      "cbc " + folder + "/program.lp solve solution " + folder + "/out.txt > " + folder + "/log.txt 2>&1";
  if (std::system(command.c_str()) != 0) return std::nullopt;
  std::ifstream answer(folder + "/out.txt");
  std::string optimal, rest;
  answer >> optimal;
  if (optimal != "Optimal") return std::nullopt;
  while (answer >> rest && rest != "value") {
  }
  double value = 0;
  if (!(answer >> value)) return std::nullopt;
  return value;
}

}  // namespace ebb::inline base
