// A number with its source. A plan is only as good as its numbers, so a device file must state the source of
// each, and every report can show it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ebb::inline power {

enum class Source : std::uint8_t { seed, read, abstract, recalled, derived, fitted, measured, assumed };
constexpr auto names_of(Source) {
  return std::array<std::string_view, 8>{"seed",    "read",   "abstract", "recalled",
                                         "derived", "fitted", "measured", "assumed"};
}
/// The meaning of each tag, for help texts.
constexpr auto meanings_of(Source) {
  return std::array<std::string_view, 8>{"in a founding document",
                                         "read in a public document or repository",
                                         "from a paper's abstract",
                                         "from general knowledge, not re-read",
                                         "computed from other stated numbers",
                                         "a curve or split chosen to meet known anchors",
                                         "measured by whoever wrote the file",
                                         "stated by nobody: our guess, with its reason"};
}

template <class T>
struct Sourced {
  T value{};
  Source source = Source::seed;
  std::string from;    ///< the document, table or computation; empty: the device file's own `from`
  bool given = false;  ///< false: the file does not state it, and `value` is zero
};

}  // namespace ebb::inline power
