#include "fabric/lab/lab_rounds.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "config/data_files.hpp"
#include "fabric/lab/lab_down.hpp"
#include "fabric/lab/lab_mpi.hpp"
#include "fabric/lab/lab_up.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::chrono::seconds start_patience{120}, end_patience{60};  // the machine may be busy

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

Problems lab_rounds_obstacles() {
  Problems problems = lab_obstacles();
  for (Problem& p : lab_mpi_obstacles()) problems.push_back(std::move(p));
  const ToolResult itself = run_tool({program_path(), "lab", "rounds", "0"});
  if (!itself.ok())
    problems.push_back(
        {"ebb lab rounds", "does not run: " + itself.said(), "build ebb with MPI: install libopenmpi-dev"});
  return problems;
}

LabRounds::LabRounds(const LabNames& names, const LabRoundsPlan& plan)
    : names_(names), stop_(names.file("rounds-stop")), log_(names.file("rounds-log")) {
  std::error_code error;
  for (const std::string& old : {stop_, log_}) std::filesystem::remove(old, error);
  const auto start = prepare_mpi(names, plan.hosts,
                                 {{program_path(), "lab", "rounds", std::to_string(plan.rounds),
                                   std::to_string(plan.bytes), "--stop", stop_, "--log", log_},
                                  names.folder(),
                                  plan.record});
  if (!start) {
    not_started_ = start.problems();
    return;
  }
  // Processes that a thread starts end with it, so this thread lasts until the program has ended.
  program_ =
      std::async(std::launch::async, [start = *start] { return run_tool_in(start.place, start.words); });
}

LabRounds::~LabRounds() {
  if (!program_.valid()) return;
  std::ofstream{stop_};
  if (program_.wait_for(end_patience) != std::future_status::ready) remove_lab(names_);
}

bool LabRounds::runs() const {
  return program_.valid() && program_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

Problems LabRounds::failure() const {
  return {{"ebb lab rounds", fmt::format("failed with status {}: {}", ended_.exit_code, ended_.said()),
           "run it by hand: ebb lab mpi -- ebb lab rounds"}};
}

Problems LabRounds::wait_for_first() {
  if (!not_started_.empty()) return not_started_;
  const auto end = std::chrono::steady_clock::now() + start_patience;
  while (read_rounds(content(log_)).empty()) {
    if (!runs()) return ended_ = program_.get(), failure();
    if (std::chrono::steady_clock::now() > end)
      return {{"ebb lab rounds", fmt::format("has finished no round after {} s", start_patience.count()),
               "`ebb lab test` shows which hosts do not reach each other"}};
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return {};
}

Result<std::vector<RoundEnd>> LabRounds::finish(bool early) {
  if (!not_started_.empty()) return not_started_;
  if (early) std::ofstream{stop_};
  if (program_.wait_for(start_patience) != std::future_status::ready)
    return Problem{"ebb lab rounds",
                   fmt::format("does not end within {} s of the stop request", start_patience.count()),
                   "`ebb lab test` shows which hosts do not reach each other"};
  ended_ = program_.get();
  auto rounds = read_rounds(content(log_));
  if (!ended_.ok() || rounds.empty()) return failure();
  return rounds;
}

}  // namespace ebb::inline fabric
