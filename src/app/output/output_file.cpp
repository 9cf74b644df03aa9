#include "app/output/output_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/whole_file.hpp"

namespace ebb::inline app {

Problems check_output_file(const std::string& file, std::initializer_list<std::string_view> marks,
                           std::string_view what) {
  if (const std::string wrong = check_writable(file); !wrong.empty())
    return {{file, "cannot be written: " + wrong, "name another file"}};
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) == 0)
    return {};
  std::string head(512, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (std::any_of(marks.begin(), marks.end(),
                  [&](std::string_view mark) { return head.find(mark) != std::string::npos; }))
    return {};
  return {{file, fmt::format("is there already, and is not {}", what),
           "name another file, or remove this one first"}};
}

}  // namespace ebb::inline app
