#include "app/output_format.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "report/fit_width.hpp"

namespace ebb::inline app {
namespace {

constexpr std::size_t narrowest = 80;

/// Nothing where nobody says how wide it is.
std::optional<std::size_t> width_of_terminal() {
  std::size_t width = 0;
  if (const char* columns = std::getenv("COLUMNS")) width = std::strtoul(columns, nullptr, 10);
  winsize size{};
  if (width == 0 && isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    width = size.ws_col;
  return width > 0 ? std::optional(std::max(width, narrowest)) : std::nullopt;
}

}  // namespace

void OutputFormat::print(const std::string& rendered) const {
  const auto width = wide || format() != Format::text ? std::nullopt : width_of_terminal();
  fmt::print("{}", width ? fitted(rendered, *width) : rendered);
}

}  // namespace ebb::inline app
