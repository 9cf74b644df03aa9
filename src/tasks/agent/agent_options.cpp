#include "tasks/agent/agent_options.hpp"

#include <filesystem>

#include "base/whole_file.hpp"

namespace ebb::inline tasks {
namespace {

struct NamedFile {
  std::string option, path;
};

std::filesystem::path whole_path(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::weakly_canonical(path, error);
  return error ? std::filesystem::path(path) : whole;
}

void check_options(const AgentOptions& options, Problems& problems) {
  if (options.all_on && options.dry_run)
    problems.push_back({"--all-on",
                        "cannot be tried with --dry-run: whether a cable comes on is seen when it is "
                        "switched on",
                        "what an agent has left off is in " + options.fabric.inventory +
                            ".off, and `ebb fabric status` shows the ports that are down"});
  if (!options.status_address.empty() && options.status_port == 0)
    problems.push_back({"--status-address", "says where the status is served, but nothing serves it",
                        "name a port: --status-port 9486"});
  if (options.day && options.schedule.empty())
    problems.push_back({"--day", "sets the length of a day of a schedule, but there is none",
                        "name one with --schedule (`ebb off --schedule` writes it), or leave --day out"});
}

/// Two outputs to the same file would overwrite each other.
void check_apart(const std::vector<NamedFile>& files, Problems& problems) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!files[i].path.empty() && !files[j].path.empty() &&
          whole_path(files[i].path) == whole_path(files[j].path))
        problems.push_back({files[i].option, files[i].path + " is the file of " + files[j].option + " too",
                            "give each a file of its own"});
}

void check_new(const NamedFile& file, bool force, Problems& problems) {
  if (file.path.empty()) return;
  std::error_code error;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(file.path, error));
  const std::string wrong = there && !force ? std::string("it is there already") : check_writable(file.path);
  if (!wrong.empty())
    problems.push_back(
        {file.path, "cannot be written: " + wrong,
         "name another file with " + file.option + (there ? ", or replace this one with --force" : "")});
}

}  // namespace

Problems check_agent_options(const AgentOptions& options) {
  Problems problems;
  check_options(options, problems);
  const NamedFile decisions{"--decisions", options.decisions},
      record{options.only_records ? "-o" : "--record", options.record};
  check_apart({{"--log", options.log},
               decisions,
               record,
               {"--report", options.report},
               {"--schedule", options.schedule}},
              problems);
  if (!problems.empty()) return problems;
  for (const NamedFile& file : {decisions, record}) check_new(file, options.replace_files, problems);
  return problems;
}

}  // namespace ebb::inline tasks
