// A program that uses ebb as a library: it finds the links that the traffic of a trace needs when no channel
// may carry more than so many bytes, writes the paths over them, and prints the [trees] section with which
// `ebb run` simulates them and `ebb fabric` loads them.
#include "ebb/trees.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "ebb/program.hpp"
#include "ebb/units.hpp"

namespace {

int fail(const ebb::Problems& problems) {
  fmt::print(stderr, "{}", ebb::to_text(problems));
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  ebb::use_data_of(EBB_DATA_DIR);  // the installed devices; $EBB_HOME takes precedence
  if (argc != 5) {
    fmt::print(stderr, "usage: trees NETWORK.toml TRACE PEAK PATHS.csv\n");
    return 2;
  }
  const auto peak = ebb::parse_size(argv[3]);
  if (!peak) return fail(peak.problems());
  const auto trees = ebb::plan_trees({.file = argv[1], .settings = {}, .notice = {}});
  if (!trees) return fail(trees.problems());
  const auto choice = ebb::choose_links(*trees, {.trace = argv[2], .peak = *peak, .power = {}, .notice = {}});
  if (!choice) return fail(choice.problems());
  if (!choice->least.enough) {
    fmt::print(stderr, "no paths stay below {}\n", argv[3]);
    return 1;
  }
  if (const auto problems = ebb::write_paths_file(argv[4], trees->network(), choice->least.paths);
      !problems.empty())
    return fail(problems);
  fmt::print("{}\n", ebb::trees_section(*trees, choice->least.links, argv[4]));
}
