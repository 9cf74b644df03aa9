// A program that uses ebb as a library: it runs a parameter study, as `ebb sweep` does, and prints one line
// per point.
#include "ebb/study.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "ebb/program.hpp"

int main(int argc, char** argv) {
  ebb::use_data_of(EBB_DATA_DIR);  // the installed devices; $EBB_HOME takes precedence
  if (argc != 3) {
    fmt::print(stderr, "usage: study SWEEP.toml STORE\n");
    return 2;
  }
  ebb::StudyOptions options;
  options.file = argv[1], options.store = argv[2];
  options.run.jobs = 2, options.run.memory = 4'000'000'000;
  const auto result = ebb::run_sweep(options, {});
  if (!result) {
    fmt::print(stderr, "{}", ebb::to_text(result.problems()));
    return 2;
  }
  fmt::print("{}", ebb::render_results(result->runs, {}, ebb::Format::text, ebb::Seeds::together));
  return result->outcome.complete() ? 0 : 1;
}
