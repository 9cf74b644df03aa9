#include "config/before_parsing.hpp"

#include <fmt/core.h>

namespace ebb::inline config {
namespace {

bool is_in_word(char c) {
  const bool letter_or_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter_or_digit || c == '_' || c == '-';
}

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::optional<Problem> scan() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;  // a byte order mark is allowed
    while (at_ < text_.size() && !problem_) step();
    return problem_;
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void advance() {
    const char c = text_[at_++];
    if (c == '\n')
      ++line_, column_ = 1;
    else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)  // a column is a character, not a byte
      ++column_;
  }

  void step() {
    const char c = here();
    const bool first = first_in_line_;
    if (c != ' ' && c != '\t' && c != '\r') first_in_line_ = c == '\n';
    if (c == '#') return skip_comment();
    if ((c == '"' || c == '\'') && at_ > 0 && is_in_word(text_[at_ - 1]))
      return complain("is not valid TOML: a string begins in the middle of a word",
                      "put all of it in quotes");
    if (c == '"' || c == '\'') return skip_string(c);
    if (static_cast<unsigned char>(c) >= 0x80)
      return complain(
          "is not valid TOML: characters other than ASCII are allowed only in quoted strings and comments",
          "put the text in quotes");
    if (c == '[' && first && depth_ == 0) return begin_header();
    count(c);
    if (!problem_) advance();
  }

  void count(char c) {
    if (c == '\n') in_header_ = false, dots_ = 0;
    if (c == '.' && ++dots_ > deepest_nesting) too_deep();
    if (in_header_) return;
    if (c == '=' || c == ',') dots_ = 0;
    if (c == '[' || c == '{') {
      dots_ = 0;
      if (++depth_ > deepest_nesting) too_deep();
    }
    if ((c == ']' || c == '}') && depth_ > 0) --depth_, dots_ = 0;
  }

  void begin_header() {
    in_header_ = true;
    advance();
    if (here() == '[') advance();
    while (here() == ' ' || here() == '\t') advance();
    const char c = here();
    if (!is_in_word(c) && c != '"' && c != '\'')
      complain("is not valid TOML: a section's name is expected after the bracket",
               "for example: [topology]");
  }

  void skip_comment() {
    while (at_ < text_.size() && here() != '\n') advance();
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool long_string = text_.substr(at_, 3) == three;
    for (int i = 0; i < (long_string ? 3 : 1); ++i) advance();
    while (at_ < text_.size()) {
      if (long_string ? text_.substr(at_, 3) == three : here() == quote) break;
      if (!long_string && here() == '\n') return;  // unterminated: the parser reports it
      if (quote == '"' && here() == '\\') advance();
      if (at_ < text_.size()) advance();
    }
    for (int i = 0; i < (long_string ? 3 : 1) && at_ < text_.size(); ++i) advance();
  }

  void too_deep() {
    complain(fmt::format("is nested more than {} levels deep", deepest_nesting),
             "no setting of ebb is nested like this; is this the right file?");
  }

  void complain(std::string what, std::string hint) {
    problem_ = Problem{fmt::format("{}:{}:{}", name_, line_, column_), std::move(what), std::move(hint)};
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1, depth_ = 0, dots_ = 0;
  bool first_in_line_ = true, in_header_ = false;
  std::optional<Problem> problem_;
};

}  // namespace

std::optional<Problem> check_before_parsing(std::string_view text, const std::string& name) {
  return Scanner(text, name).scan();
}

}  // namespace ebb::inline config
