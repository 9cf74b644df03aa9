// The options --json, --csv and --markdown, the same for every command that prints results.
#pragma once

#include "app/command_tree.hpp"
#include "report/render.hpp"

namespace ebb::inline app {

struct OutputFormat {
  bool json = false, csv = false, markdown = false;

  void add_options(Command& command) {
    auto* j = command.add_flag("--json", json, "print JSON; names end in their unit");
    auto* c = command.add_flag("--csv", csv, "print CSV (RFC 4180); names end in their unit");
    auto* m = command.add_flag("--markdown", markdown, "print Markdown");
    j->excludes(c)->excludes(m);
    c->excludes(m);
  }
  Format format() const {
    return json ? Format::json : csv ? Format::csv : markdown ? Format::markdown : Format::text;
  }
};

}  // namespace ebb::inline app
