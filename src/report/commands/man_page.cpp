#include <fmt/core.h>
#include <fmt/ranges.h>

#include "report/commands/command_page.hpp"

namespace ebb::inline report {
namespace {

/// roff reads a backslash as a command, a hyphen as a line break opportunity, and a dot or a quote at the
/// beginning of a line as a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool first = out.empty() || out.back() == '\n';
    if (first && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string option_text(const OptionPage& option) {
  const std::string names = roff(fmt::format("{}", fmt::join(option.names, ", ")));
  if (option.takes.empty()) return fmt::format(".TP\n\\fB{}\\fR\n{}\n", names, roff(option.help));
  return fmt::format(".TP\n\\fB{}\\fR \\fI{}\\fR\n{}\n", names, roff(option.takes), roff(option.help));
}

std::string command_text(const CommandPage& page) {
  std::string text = fmt::format(".SS {}\n{}\n", roff(page.path), roff(page.about));
  for (const bool arguments : {true, false})
    for (const OptionPage& option : page.options)
      if (option.is_argument == arguments && option.names.front() != "-h") text += option_text(option);
  if (!page.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(page.footer));
  return text;
}

constexpr const char* policy_context = R"(.SH EXIT STATUS
.TP
0
It is done.
.TP
1
It failed on the way.
.TP
2
The input is not usable; standard error says where and why.
.SH ENVIRONMENT
.TP
EBB_HOME
The folder with the devices, data and papers that ship with ebb, if they are not beside the program.
.TP
EBB_DEVICES
Folders with device files of your own, separated by colons. They come before the shipped ones.
.SH FILES
The shipped files and examples are in \fI../share/ebb\fR from the program's folder, the documentation in
\fI../share/doc/ebb\fR.
)";

}  // namespace

std::string man_page(const std::vector<CommandPage>& pages, const std::string& version) {
  const CommandPage& program = pages.front();
  std::string text = fmt::format(".TH EBB 1 \"\" \"ebb {}\" \"User Commands\"\n", roff(version));
  const std::string about = program.about.substr(program.about.find(": ") + 2);
  text += fmt::format(".SH NAME\nebb \\- {}\n", roff(about));
  text += ".SH SYNOPSIS\n.B ebb\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR ...\n.SH OPTIONS\n";
  for (const OptionPage& option : program.options) text += option_text(option);
  text += ".SH COMMANDS\n";
  for (std::size_t i = 1; i < pages.size(); ++i) text += command_text(pages[i]);
  return text + policy_context;
}

}  // namespace ebb::inline report
