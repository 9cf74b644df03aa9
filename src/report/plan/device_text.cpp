#include "report/plan/device_text.hpp"

#include <fmt/format.h>

namespace ebb::inline report {

std::string device_text(const std::string& file,
                        const std::vector<std::pair<std::string, std::string>>& given,
                        const std::string& notes) {
  std::string text;
  for (const auto& [key, value] : given) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", key, value);
  if (text.empty()) text = "nothing; [control] states all rates and times";
  return fmt::format("{} gives {}{}", file, text, notes.empty() ? "" : fmt::format(" ({})", notes));
}

}  // namespace ebb::inline report
