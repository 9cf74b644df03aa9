#include "app/output/output_format.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "report/document/fit_width.hpp"
#include "tasks/results/results_folder.hpp"

namespace ebb::inline app {
namespace {

constexpr std::size_t narrowest = 80;

/// Nothing where the width is unknown.
std::optional<std::size_t> width_of_terminal() {
  std::size_t width = 0;
  if (const char* columns = std::getenv("COLUMNS")) width = std::strtoul(columns, nullptr, 10);
  winsize size{};
  if (width == 0 && isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    width = size.ws_col;
  return width > 0 ? std::optional(std::max(width, narrowest)) : std::nullopt;
}

/// The name of a file with output in this format.
std::string name_of_file(Format format) {
  switch (format) {
    case Format::json:
      return "output.json";
    case Format::csv:
      return "output.csv";
    case Format::markdown:
      return "output.md";
    default:
      return "output.txt";
  }
}

}  // namespace

/// When stdout cannot be written, the output is saved elsewhere and an exception has its path. So callers
/// print last, after everything else is saved.
void OutputFormat::print(const std::string& rendered) const {
  const auto width = wide || format() != Format::text ? std::nullopt : width_of_terminal();
  const std::string text = width ? fitted(rendered, *width) : rendered;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  const std::string why = std::generic_category().message(errno);
  const std::string place = rescue_results("output", {{name_of_file(format()), rendered}});
  throw std::runtime_error(
      fmt::format("the output could not be written: {}{}", why,
                  place.empty() ? "; no other place could be written either" : "; it is kept in " + place));
}

}  // namespace ebb::inline app
