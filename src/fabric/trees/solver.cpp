#include "fabric/trees/solver.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"

namespace ebb::inline fabric {
namespace {

/// A temporary folder for the solver's files.
class Folder {
 public:
  Folder() {
    std::error_code wrong;
    const auto place = std::filesystem::temp_directory_path(wrong);
    std::string name = ((wrong ? std::filesystem::path("/tmp") : place) / "ebb_solver_XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  ~Folder() {
    std::error_code wrong;
    if (!path_.empty()) std::filesystem::remove_all(path_, wrong);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Problem unsolved(std::string what, std::string hint) { return {"cbc", std::move(what), std::move(hint)}; }

/// "Optimal - objective value 66.00000000"; anything else is not a proof.
Result<double> value_in(const std::string& file) {
  std::ifstream answer(file);
  std::string line;
  std::getline(answer, line);
  std::istringstream words(line);
  std::string optimal, dash, objective, value;
  double least = 0;
  if (words >> optimal >> dash >> objective >> value >> least && optimal == "Optimal") return least;
  if (line.find("nfeasible") != std::string::npos)
    return unsolved("reports that nothing meets the demand", "allow more with --max-utilisation");
  return unsolved(fmt::format("did not prove an optimum: \"{}\"", line),
                  "try a smaller network, which takes less time");
}

/// The end of a solver's log, which has the reason.
std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

bool solver_is_there() { return run_tool({"cbc", "-quit"}).ok(); }

Result<double> proved_least(const std::string& program, std::chrono::seconds limit) {
  const Folder folder;
  if (folder.path().empty())
    return unsolved("cannot create a folder for its files", "set TMPDIR to a writable folder");
  const std::string question = folder.path() + "/program.lp", answer = folder.path() + "/answer.txt";
  std::ofstream(question) << program;
  // cbc has its own time limit; ours is for a solver that does not end.
  const ToolResult ran = run_tool({"cbc", question, "seconds", std::to_string(limit.count()), "timeMode",
                                   "elapsed", "solve", "solution", answer},
                                  "", limit + std::chrono::seconds{10});
  if (ran.missing) return unsolved("is not installed", "on Debian: apt-get install coinor-cbc");
  if (ran.late)
    return unsolved(fmt::format("did not end in {} s", limit.count()),
                    "try a smaller network, which takes less time");
  if (!ran.ok())
    return unsolved("failed: " + last_line(ran.said()), "run `cbc` by hand to see whether it works");
  return value_in(answer);
}

}  // namespace ebb::inline fabric
