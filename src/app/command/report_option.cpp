#include "app/command/report_option.hpp"

#include "app/command/command.hpp"
#include "app/output/output_file.hpp"
#include "app/output/say.hpp"
#include "base/whole_file.hpp"
#include "report/page/html_page.hpp"

namespace ebb::inline app {

Option* add_report_option(Command& command, std::string& file) {
  return command
      .add_option("--report", file,
                  "write the result as one HTML page into this file (see docs/howto/report.md)")
      ->type_name("FILE");
}

Problems check_report(const std::string& file) {
  if (file.empty()) return {};
  return check_output_file(file, {R"(<meta name="generator" content="ebb">)"}, "a report of ebb's");
}

Problems write_report(const std::string& file, const Document& document) {
  WholeFile out(file);
  out.write(html_page(document));
  if (const std::string& wrong = out.finish(); !wrong.empty())
    return {{file, "could not be written: " + wrong, "name another file for the report"}};
  say("report: {}\n", file);
  return {};
}

}  // namespace ebb::inline app
