// The words of a line in a network file.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace ebb::inline topology {

/// Returns what stands between characters of `blank`.
inline std::vector<std::string_view> words_of(std::string_view line, std::string_view blank) {
  std::vector<std::string_view> found;
  for (std::size_t at = line.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
    found.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blank, end);
  }
  return found;
}

}  // namespace ebb::inline topology
