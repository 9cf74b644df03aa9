#include "app/command/report_option.hpp"

#include "app/command/command.hpp"
#include "app/output/say.hpp"
#include "report/page/html_page.hpp"

namespace ebb::inline app {

Option* add_report_option(Command& command, std::string& file) {
  return command
      .add_option("--report", file,
                  "write the result as one HTML page into this file (see docs/howto/report.md)")
      ->type_name("FILE");
}

Problems check_report(const std::string& file) { return check_report_file(file); }

Problems write_report(const std::string& file, const Document& document) {
  Problems problems = write_report_file(file, document);
  if (problems.empty()) say("report: {}\n", file);
  return problems;
}

}  // namespace ebb::inline app
