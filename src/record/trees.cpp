#include "record/trees.hpp"

#include <algorithm>

namespace ebb::inline record {
namespace {

/// Calls add(parent, child) for all edges; the children of a member come in sending order.
template <class Add>
void add_edges(Algorithm shape, std::uint32_t n, const Add& add) {
  switch (shape) {
    case Algorithm::linear:
      for (std::uint32_t i = 1; i < n; ++i) add(0, i);
      break;
    case Algorithm::chain:
      for (std::uint32_t i = 1; i < n; ++i) add(i - 1, i);
      break;
    case Algorithm::knomial_tree: {
      std::uint32_t top = 1;
      while (top < n) top *= 4;
      for (std::uint32_t step = top; step > 0; step /= 4)
        for (std::uint32_t i = 0; i < n; i += 4 * step)
          for (std::uint32_t child = i + step; child < std::min(n, i + 4 * step); child += step)
            add(i, child);
      break;
    }
    case Algorithm::binomial_tree:
      for (std::uint32_t step = 1; step < n; step *= 2)
        for (std::uint32_t i = 0; i < step && i + step < n; ++i) add(i, i + step);
      break;
    default:  // a binary tree; level l begins at 2^l - 1, and a member's children are 2^l and 2 x 2^l further
              // on
      for (std::uint32_t level = 1, i = 0; i < n; level *= 2)
        for (; i < 2 * level - 1 && i < n; ++i)
          for (const std::uint32_t child : {i + level, i + 2 * level})
            if (child < n) add(i, child);
  }
}

template <class Edges>
Tree make_tree(std::uint32_t n, const Edges& edges) {
  Tree tree;
  tree.children.resize(n);
  edges([&](std::uint32_t parent, std::uint32_t child) { tree.children[parent].push_back(child); });
  tree.order = {0};
  for (std::size_t i = 0; i < tree.order.size(); ++i) {
    const auto& children = tree.children[tree.order[i]];
    tree.order.insert(tree.order.end(), children.begin(), children.end());
  }
  return tree;
}

/// Returns the number of members of the subtree of i in run_tree(): i and those after it.
std::uint32_t run_of(std::uint32_t i, std::uint32_t n) { return i == 0 ? n : std::min(i & -i, n - i); }

}  // namespace

Tree tree_of(Algorithm shape, std::uint32_t members) {
  return make_tree(members, [&](const auto& add) { add_edges(shape, members, add); });
}

Tree run_tree(std::uint32_t members) {
  return make_tree(members, [&](const auto& add) {
    for (std::uint32_t step = 1; step < members; step *= 2)
      for (std::uint32_t i = 0; i + step < members; i += 2 * step) add(i, i + step);
  });
}

void broadcast_along(const Tree& tree, std::uint32_t root, std::int64_t bytes, const RoundSink& sink) {
  const auto n = static_cast<std::uint32_t>(tree.children.size());
  for (const std::uint32_t i : tree.order) {
    Round round;
    for (const std::uint32_t child : tree.children[i])
      round.push_back({(root + i) % n, (root + child) % n, {{0, bytes}}});
    if (!round.empty()) sink(round);
  }
}

void reduce_along(const Tree& tree, std::uint32_t root, std::int64_t bytes, const RoundSink& sink) {
  const auto n = static_cast<std::uint32_t>(tree.children.size());
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    Round round;
    for (const std::uint32_t child : tree.children[*i])
      round.push_back({(root + child) % n, (root + *i) % n, {{0, bytes}}, true});
    if (!round.empty()) sink(round);
  }
}

void scatter_along_runs(std::uint32_t n, std::uint32_t root, std::int64_t bytes, const RoundSink& sink) {
  const Tree tree = run_tree(n);
  for (const std::uint32_t i : tree.order) {
    Round round;
    // The largest run first: its subtree is the deepest.
    for (auto child = tree.children[i].rbegin(); child != tree.children[i].rend(); ++child)
      round.push_back({(root + i) % n, (root + *child) % n, {{*child * bytes, run_of(*child, n) * bytes}}});
    if (!round.empty()) sink(round);
  }
}

void gather_along_runs(std::uint32_t n, std::uint32_t root, std::int64_t bytes, const RoundSink& sink) {
  const Tree tree = run_tree(n);
  for (auto i = tree.order.rbegin(); i != tree.order.rend(); ++i) {
    Round round;
    for (const std::uint32_t child : tree.children[*i])
      round.push_back({(root + child) % n, (root + *i) % n, {{child * bytes, run_of(child, n) * bytes}}});
    if (!round.empty()) sink(round);
  }
}

}  // namespace ebb::inline record
