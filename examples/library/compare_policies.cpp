// A program that uses ebb as a library: it simulates a run file once with each named policy and prints one
// line per policy.
#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <vector>

#include "ebb/experiment.hpp"
#include "ebb/program.hpp"

namespace {

/// Returns the result of ebb::run_or_problems(), or all problems of the file.
ebb::Result<ebb::RunResult> run_with(const std::string& file, const std::string& policy) {
  auto input = ebb::read_run(file, {"control.policy=" + policy});
  if (!input) return input.problems();
  auto prepared = ebb::prepare_run(std::move(*input));
  if (!prepared) return prepared.problems();
  return ebb::run_or_problems(**prepared);
}

}  // namespace

int main(int argc, char** argv) {
  ebb::use_data_of(EBB_DATA_DIR);  // the installed devices; $EBB_HOME takes precedence
  if (argc < 3) {
    fmt::print(stderr, "usage: compare_policies RUN.toml POLICY…\n");
    return 2;
  }
  fmt::print("ebb {}\n", ebb::program_version());
  for (const std::string& policy : std::vector<std::string>(argv + 2, argv + argc)) {
    const auto result = run_with(argv[1], policy);
    if (!result) {
      fmt::print(stderr, "{}", ebb::to_text(result.problems()));
      return 2;
    }
    fmt::print("{:16} mean packet latency {:10.1f} ns  digest {:016x}\n", policy,
               result->statistics.packet_latency.mean_ps / 1000, result->digest);
  }
}
