// The options --json, --csv, --markdown and --wide, the same for every command that prints results.
#pragma once

#include <string>

#include "app/command/command_tree.hpp"
#include "report/document/render.hpp"

namespace ebb::inline app {

struct OutputFormat {
  bool json = false, csv = false, markdown = false, wide = false;

  void add_options(Command& command) {
    auto* j = command.add_flag("--json", json, "print JSON; names end in their unit");
    auto* c = command.add_flag("--csv", csv, "print CSV (RFC 4180); names end in their unit");
    auto* m = command.add_flag("--markdown", markdown, "print Markdown");
    auto* w =
        command.add_flag("--wide", wide, "leave tables whole that are wider than the terminal (or COLUMNS)");
    j->excludes(c)->excludes(m)->excludes(w);
    c->excludes(m)->excludes(w);
    m->excludes(w);
  }
  Format format() const {
    return json ? Format::json : csv ? Format::csv : markdown ? Format::markdown : Format::text;
  }
  /// Prints rendered text. On a terminal, lines fit its width, or COLUMNS where that is set. Files and pipes
  /// get unbroken lines.
  void print(const std::string& rendered) const;
};

}  // namespace ebb::inline app
