#include "study/sweep/sweep_values.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include "base/problem.hpp"
#include "config/read_fields.hpp"

namespace ebb::inline study {
namespace {

/// Rounds to the number that a person would write: 0.1 + 2 x 0.1 is 0.3.
double tidy(double value) {
  const std::string digits = fmt::format("{:.12g}", value);
  double out = value;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

/// A bound of a range: a number, optionally with a unit.
struct Amount {
  double number = 0;
  std::string unit;
  bool whole = false;
};

std::optional<Amount> amount_of(const Node& node) {
  if (node.kind == Node::Kind::integer) return Amount{static_cast<double>(node.integer), "", true};
  if (node.kind == Node::Kind::real && std::isfinite(node.real)) return Amount{node.real, "", false};
  if (node.kind != Node::Kind::text) return std::nullopt;
  Amount amount;
  const char* end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, amount.number);
  if (read.ec != std::errc{} || read.ptr == end || !std::isfinite(amount.number)) return std::nullopt;
  amount.unit = std::string(read.ptr, end);
  return amount;
}

Node node_of(const Amount& amount, const std::string& where) {
  Node node;
  node.where = where;
  const double value = tidy(amount.number);
  if (!amount.unit.empty()) {
    node.kind = Node::Kind::text;
    node.text = fmt::format("{}{}", value, amount.unit);
  } else if (amount.whole) {
    node.kind = Node::Kind::integer;
    node.integer = std::llround(value);
  } else {
    node.kind = Node::Kind::real;
    node.real = value;
  }
  return node;
}

/// Reads and checks {from, to, step | factor | points}.
class Range {
 public:
  Range(const Node& node, const std::string& name) : node_(node), name_(name) {
    refuse_unknown_keys(node, name, {"from", "to", "step", "factor", "points"}, problems_);
    from_ = bound("from", true), to_ = bound("to", true);
    step_ = bound("step", false), factor_ = bound("factor", false), points_ = bound("points", false);
  }

  Result<std::vector<Node>> values() {
    if (problems_.empty()) check();
    if (!problems_.empty()) return problems_;
    std::vector<Node> values;
    for (std::size_t i = 0; i < most_points; ++i) {
      const Amount value{number(i), from_->unit, whole()};
      if (past(value.number, i)) return values;
      values.push_back(node_of(value, node_.where));
    }
    return complaint("", fmt::format("has more than {} values", most_points), "make its step larger");
  }

 private:
  std::optional<Amount> bound(const std::string& key, bool required) {
    const Node* node = node_.find(key);
    if (!node && required)
      problems_.push_back(complaint(key, "is missing", "for example: { from = 0.1, to = 0.9, step = 0.1 }"));
    if (!node) return std::nullopt;
    auto amount = amount_of(*node);
    if (!amount)
      problems_.push_back(node->problem(
          path(key), fmt::format("is {}, but a number or a quantity is expected", node->kind_name()),
          "for example: 0.1, 8 or \"10us\""));
    return amount;
  }

  void check() {
    if (step_.has_value() + factor_.has_value() + points_.has_value() != 1)
      problems_.push_back(complaint("", "needs exactly one of step, factor and points",
                                    "for example: { from = 0.1, to = 0.9, step = 0.1 }"));
    if (from_->unit != to_->unit || (step_ && step_->unit != from_->unit))
      problems_.push_back(complaint("", "mixes units", "write from, to and step in the same unit"));
    if (from_->number > to_->number)
      problems_.push_back(complaint("from", "is greater than to", "ranges go upwards"));
    if (step_ && step_->number <= 0)
      problems_.push_back(complaint("step", "must be positive", "for example: 0.1"));
    if (factor_ && (factor_->number <= 1 || from_->number <= 0))
      problems_.push_back(complaint("factor", "must be greater than 1, and from positive",
                                    "for example: { from = 1, to = 64, factor = 2 }"));
    if (points_ &&
        (!points_->whole || points_->number < 2 || points_->number > static_cast<double>(most_points)))
      problems_.push_back(complaint("points", "must be a whole number from 2 on", "for example: 9"));
  }

  double number(std::size_t i) const {
    const double n = static_cast<double>(i);
    if (step_) return from_->number + n * step_->number;
    if (points_) return from_->number + n * (to_->number - from_->number) / (points_->number - 1);
    double value = from_->number;
    for (std::size_t k = 0; k < i && value <= to_->number; ++k) value *= factor_->number;
    return value;
  }
  /// A range ends with `to` where a step reaches it, despite rounding of the sum.
  bool past(double value, std::size_t i) const {
    if (points_) return static_cast<double>(i) >= points_->number;
    return tidy(value) > tidy(to_->number);
  }
  bool whole() const { return from_->whole && (step_ ? step_->whole : factor_ ? factor_->whole : false); }

  std::string path(const std::string& key) const { return key.empty() ? name_ : name_ + "." + key; }
  Problem complaint(const std::string& key, std::string what, std::string hint) const {
    const Node* node = key.empty() ? nullptr : node_.find(key);
    return (node ? *node : node_).problem(path(key), std::move(what), std::move(hint));
  }

  const Node& node_;
  const std::string& name_;
  Problems problems_;
  std::optional<Amount> from_, to_, step_, factor_, points_;
};

}  // namespace

bool is_range(const Node& node) {
  return node.kind == Node::Kind::table && (node.find("from") || node.find("to"));
}

Result<std::vector<Node>> swept_values(const Node& node, const std::string& name) {
  if (is_range(node)) return Range(node, name).values();
  if (node.kind != Node::Kind::array)
    return node.problem(name, fmt::format("is {}, but a list or a range is expected", node.kind_name()),
                        "for example: [0.1, 0.2], or { from = 0.1, to = 0.9, step = 0.1 }");
  if (node.items.empty())
    return node.problem(name, "is an empty list", "give it a value, or leave the line out");
  return node.items;
}

}  // namespace ebb::inline study
