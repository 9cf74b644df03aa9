// Joins a list of words to one text: "a; b".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline report {

std::string joined_words(const std::vector<std::string>& words);
std::vector<std::string> separate_words(std::string_view text);

}  // namespace ebb::inline report
