#include "reproduce/arithmetic.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "base/problem.hpp"

namespace ebb::inline reproduce {
namespace {

/// Reads an expression from left to right; each function returns nothing where the text is none.
class Arithmetic {
 public:
  explicit Arithmetic(std::string_view text) : rest_(text) {}

  std::optional<double> sum() {
    auto value = product();
    while (value) {
      const char sign = take_one_of("+-");
      if (sign == 0) break;
      const auto next = product();
      if (!next) return std::nullopt;
      *value += sign == '+' ? *next : -*next;
    }
    return value;
  }

  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }
  bool has_operator() const { return operators_ > 0; }

 private:
  std::optional<double> product() {
    auto value = power();
    while (value) {
      const char sign = take_one_of("*/");
      if (sign == 0) break;
      const auto next = power();
      if (!next) return std::nullopt;
      *value = sign == '*' ? *value * *next : *value / *next;
    }
    return value;
  }

  std::optional<double> power() {
    const auto base = number();
    if (!base || take_one_of("^") == 0) return base;
    const auto exponent = power();
    return exponent ? std::optional(std::pow(*base, *exponent)) : std::nullopt;
  }

  std::optional<double> number() {
    skip_spaces();
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      if (++depth_ > most_depth) return std::nullopt;
      const auto value = sum();
      skip_spaces();
      if (!rest_.starts_with(')')) return std::nullopt;
      rest_.remove_prefix(1), --depth_;
      return value;
    }
    if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') return std::nullopt;
    double value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, std::chars_format::fixed);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  /// 0 where none of them follows.
  char take_one_of(std::string_view signs) {
    skip_spaces();
    if (rest_.empty() || signs.find(rest_[0]) == std::string_view::npos) return 0;
    const char sign = rest_[0];
    rest_.remove_prefix(1), ++operators_;
    return sign;
  }

  void skip_spaces() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  static constexpr int most_depth = 20;
  std::string_view rest_;
  int operators_ = 0, depth_ = 0;
};

}  // namespace

Result<double> value_of_arithmetic(std::string_view text) {
  constexpr std::size_t longest = 200;  // reading calls itself for each parenthesis and power
  Arithmetic arithmetic(text.substr(0, longest));
  const auto value = arithmetic.sum();
  if (text.size() > longest || !value || !arithmetic.at_end())
    return Problem{"", fmt::format("\"{}\" is no arithmetic", text),
                   "numbers, + - * / ^ and parentheses, as 6 * (6 - 1) / 2"};
  if (!arithmetic.has_operator())
    return Problem{"", fmt::format("\"{}\" computes nothing", text),
                   "write how it follows from printed numbers, as 6 * (6 - 1) / 2"};
  if (!std::isfinite(*value)) return Problem{"", fmt::format("\"{}\" is not finite", text), ""};
  return *value;
}

}  // namespace ebb::inline reproduce
