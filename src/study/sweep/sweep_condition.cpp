#include "study/sweep/sweep_condition.hpp"

#include <optional>

#include "base/result.hpp"
#include "config/read_fields.hpp"
#include "config/write_toml.hpp"

namespace ebb::inline study {
namespace {

/// Quantities of one kind can be compared: the kind, and the number in its base unit.
struct Magnitude {
  std::size_t kind;
  double number;
};

template <class T>
std::optional<Magnitude> quantity(std::size_t kind, const Result<T>& parsed) {
  if (!parsed) return std::nullopt;
  return Magnitude{kind, static_cast<double>(parsed->v)};
}

std::optional<Magnitude> magnitude(const Node& node) {
  if (node.kind == Node::Kind::integer) return Magnitude{0, static_cast<double>(node.integer)};
  if (node.kind == Node::Kind::real) return Magnitude{0, node.real};
  if (node.kind != Node::Kind::text) return std::nullopt;
  std::optional<Magnitude> found = quantity(1, parse_time(node.text));
  if (!found) found = quantity(2, parse_rate(node.text));
  if (!found) found = quantity(3, parse_size(node.text));
  if (!found) found = quantity(4, parse_power(node.text));
  if (!found) found = quantity(5, parse_energy(node.text));
  return found;
}

bool equal(const Node& a, const Node& b) {
  const auto x = magnitude(a), y = magnitude(b);
  if (x && y) return x->kind == y->kind && x->number == y->number;
  if (a.kind == Node::Kind::table && b.kind == Node::Kind::text) {
    const Node* name = a.find("name");
    return name && equal(*name, b);
  }
  return a.kind == b.kind && toml_value(a) == toml_value(b);
}

const std::vector<std::string> words{"above", "below", "at_least", "at_most"};

bool within(const Node& value, const Node& bounds) {
  const auto x = magnitude(value);
  for (const auto& [word, node] : bounds.entries) {
    const auto bound = magnitude(node);
    if (!x || !bound || x->kind != bound->kind) return false;
    const bool good = word == "above"      ? x->number > bound->number
                      : word == "below"    ? x->number < bound->number
                      : word == "at_least" ? x->number >= bound->number
                                           : x->number <= bound->number;
    if (!good) return false;
  }
  return true;
}

}  // namespace

bool is_comparison(const Node& node) {
  if (node.kind != Node::Kind::table) return false;
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return node.find(w); });
}

void check_comparison(const Node& node, std::string_view path, Problems& problems) {
  if (node.kind != Node::Kind::table) return;
  refuse_unknown_keys(node, path, words, problems);
  for (const auto& [word, bound] : node.entries)
    if (!magnitude(bound))
      problems.push_back(bound.problem(fmt::format("{}.{}", path, word), "is neither a number nor a quantity",
                                       "for example: 0.5 or \"10us\""));
}

bool matches(const Node* value, const Node& wanted) {
  if (!value) return false;
  if (is_comparison(wanted)) return within(*value, wanted);
  if (equal(*value, wanted)) return true;
  return wanted.kind == Node::Kind::array && std::any_of(wanted.items.begin(), wanted.items.end(),
                                                         [&](const Node& w) { return equal(*value, w); });
}

}  // namespace ebb::inline study
