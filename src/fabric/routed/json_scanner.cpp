#include "fabric/routed/json_scanner.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ebb::inline fabric {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Whether a number or a word such as `true` ends before this character.
bool ends_value(char c) {
  return is_space(c) || c == ',' || c == '}' || c == ']' || c == ':' || c == '"' || c == '{' || c == '[' ||
         c == '\0';
}

std::size_t end_of_value(std::string_view text, std::size_t at) {
  while (at < text.size() && !ends_value(text[at])) ++at;
  return at;
}

}  // namespace

void JsonScanner::fail(std::string_view wanted) const {
  throw Damage{fmt::format("{} expected at byte {}", wanted, at_)};
}

/// The next character that is no space, or 0 at the end.
char JsonScanner::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

void JsonScanner::expect(char wanted) {
  if (next() != wanted) fail(fmt::format("'{}'", wanted));
  ++at_;
}

bool JsonScanner::begins(char open, char close) {
  expect(open);
  if (next() != close) return true;
  ++at_;
  return false;
}

bool JsonScanner::goes_on(char close) {
  if (next() == ',') return ++at_, true;
  expect(close);
  return false;
}

std::string_view JsonScanner::string() {
  expect('"');
  const std::size_t begin = at_;
  skip_string();
  const std::string_view found = text_.substr(begin, at_ - begin - 1);
  if (found.find('\\') != found.npos) fail("a name without escaped characters");
  return found;
}

/// From behind the first quote to behind the last one.
void JsonScanner::skip_string() {
  for (std::size_t at = at_; at < text_.size(); ++at) {
    if (text_[at] == '"') return void(at_ = at + 1);
    at += text_[at] == '\\';
  }
  at_ = text_.size();
  fail("the end of a text");
}

std::uint64_t JsonScanner::count() {
  next();
  std::uint64_t value = 0;
  const auto [stop, wrong] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (wrong != std::errc{}) fail("a count");
  at_ = static_cast<std::size_t>(stop - text_.data());
  return value;
}

void JsonScanner::skip() {
  std::size_t depth = 0;
  do {
    const char c = next();
    if (c == '"')
      ++at_, skip_string();
    else if (c == '{' || c == '[')
      ++at_, ++depth;
    else if (!ends_value(c))
      at_ = end_of_value(text_, at_);
    else if (depth == 0 || c == '\0')
      fail("a value");
    else
      ++at_, depth -= c == '}' || c == ']';
  } while (depth > 0);
}

void JsonScanner::expect_end() {
  if (next() != '\0' || at_ < text_.size()) fail("the end");
}

}  // namespace ebb::inline fabric
