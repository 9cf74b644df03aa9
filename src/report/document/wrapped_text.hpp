// Breaks text into lines that fit a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ebb::inline report {

inline constexpr std::size_t terminal_width = 80;

/// Returns the pieces after `head`, separated by spaces, broken into lines of `width`. All lines but the
/// first begin with `indent` spaces. Ends in a newline.
std::string wrapped(std::string head, const std::vector<std::string>& pieces, std::size_t indent,
                    std::size_t width = terminal_width);
/// The same for the words of a text.
std::string wrapped(std::string head, std::string_view text, std::size_t indent,
                    std::size_t width = terminal_width);

/// "network   …": a name of so many columns, and the text beside it, over several lines where it is long.
std::string head_line(std::string_view what, std::string_view text, std::size_t width = 10);

}  // namespace ebb::inline report
