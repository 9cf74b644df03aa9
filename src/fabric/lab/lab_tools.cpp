#include "fabric/lab/lab_tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/whole_file.hpp"

namespace ebb::inline fabric {
namespace {

bool is_installed(const std::string& program) {
  for (const char* folder :
       {"/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/", "/usr/local/bin/", "/usr/local/sbin/"})
    if (access((folder + program).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace

Problems missing_programs(const std::string& who, const std::vector<std::string>& programs,
                          const std::string& hint) {
  std::vector<std::string> missing;
  for (const std::string& program : programs)
    if (!is_installed(program)) missing.push_back(program);
  if (missing.empty()) return {};
  return {{who, fmt::format("needs programs that are not installed: {}", fmt::join(missing, ", ")), hint}};
}

Problems tool_obstacles(const std::vector<std::string>& programs, const std::string& hint) {
  Problems problems;
  if (geteuid() != 0)
    problems.push_back({"ebb lab", "creates network namespaces, which only root may",
                        "run it as root, on a machine or in a virtual machine where that is allowed"});
  for (Problem& missing : missing_programs("ebb lab", programs, hint)) problems.push_back(std::move(missing));
  return problems;
}

Problems write_lab_file(const std::string& path, const std::string& text) {
  WholeFile file(path);
  file.write(text);
  const std::string& wrong = file.finish();
  if (wrong.empty()) return {};
  return {{path, "cannot be written: " + wrong,
           "free space in /run; `ebb lab down` removes what is left of the lab"}};
}

}  // namespace ebb::inline fabric
