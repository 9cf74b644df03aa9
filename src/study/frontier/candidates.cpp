#include "study/frontier/candidates.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/problem.hpp"
#include "experiment/run/run_title.hpp"
#include "study/compare/compare_config.hpp"

namespace ebb::inline study {
namespace {

void set(Node& table, const std::string& key, const Node& value) {
  remove_entry(table, key);
  table.entries.push_back({key, value});
}

/// The lists of a policy to choose from.
Result<std::vector<Node::Entry>> lists_of(const Node& item) {
  const Node* tune = item.find("tune");
  if (!tune) return std::vector<Node::Entry>{};
  Problems problems;
  for (const auto& [key, node] : tune->entries)
    if (node.kind != Node::Kind::array || node.items.empty())
      problems.push_back(node.problem("compare.tune." + key, "is no list of values",
                                      "for example: tune = { within = [\"5us\", \"2us\"] }"));
  if (tune->kind != Node::Kind::table || tune->entries.empty())
    problems.push_back(tune->problem("compare.tune", "names no parameter of the policy",
                                     "for example: tune = { within = [\"5us\", \"2us\"] }"));
  if (!problems.empty()) return problems;
  return tune->entries;
}

/// Which value of each list the n-th candidate has: the first of all, then evenly spread over the
/// combinations (multiples of roots that have no common measure).
std::size_t place_of(std::int64_t n, std::size_t list, std::size_t size) {
  static constexpr double primes[] = {2, 3, 5, 7, 11, 13};
  const double step = std::sqrt(primes[list % std::size(primes)]);
  const double at = static_cast<double>(n) * step;
  return static_cast<std::size_t>((at - std::floor(at)) * static_cast<double>(size));
}

class Spreader {
 public:
  explicit Spreader(std::int64_t budget) : budget_(budget) {}

  void add(const Node& item, const std::vector<Node::Entry>& lists) {
    Node plain = item;
    for (const char* key : {"tune", "with", "label"}) remove_entry(plain, key);
    const Node* label = item.find("label");
    PolicyFamily family{.name = label ? label->text : described(plain), .candidates = {}};
    std::size_t combinations = 1;
    for (const auto& [key, node] : lists)
      combinations = std::min<std::size_t>(combinations * node.items.size(), 10'000);
    const auto wanted = std::min(static_cast<std::size_t>(budget_), combinations);
    for (std::int64_t n = 0; family.candidates.size() < wanted && n < 10'000; ++n)
      add_one(item, plain, lists, n, family);
    families.push_back(std::move(family));
  }

  std::vector<PolicyFamily> families;
  std::vector<Node> items;

 private:
  void add_one(const Node& item, Node plain, const std::vector<Node::Entry>& lists, std::int64_t n,
               PolicyFamily& family) {
    Node one = item;
    remove_entry(one, "tune");
    std::string chosen;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto& [key, list] = lists[i];
      const Node& value = list.items[place_of(n, i, list.items.size())];
      set(one, key, value), set(plain, key, value);
      chosen += fmt::format("{}{} = {}", chosen.empty() ? "" : ", ", key, value_text(value));
    }
    const std::string name = !item.find("label") ? described(plain)
                             : chosen.empty()    ? family.name
                                                 : fmt::format("{} ({})", family.name, chosen);
    if (!names_.insert(name).second) return;
    Node label;
    label.kind = Node::Kind::text, label.text = name, label.where = item.where;
    set(one, "label", label);
    items.push_back(std::move(one));
    family.candidates.push_back(name);
  }

  std::int64_t budget_;
  std::set<std::string> names_;
};

}  // namespace

Result<std::vector<PolicyFamily>> spread_candidates(Node& root, std::int64_t budget) {
  const auto list = std::find_if(root.entries.begin(), root.entries.end(),
                                 [](const auto& e) { return e.key == "compare"; });
  if (list == root.entries.end() || list->node.kind != Node::Kind::array)
    return Problem{root.where, "has no [[compare]] sections, so there is nothing to tune",
                   "examples/frontier.toml is a complete file"};
  Spreader spreader(budget);
  Problems problems;
  for (const Node& item : list->node.items) {
    auto lists = lists_of(item);
    if (lists)
      spreader.add(item, *lists);
    else
      problems.insert(problems.end(), lists.problems().begin(), lists.problems().end());
  }
  if (!problems.empty()) return problems;
  list->node.items = std::move(spreader.items);
  return std::move(spreader.families);
}

}  // namespace ebb::inline study
