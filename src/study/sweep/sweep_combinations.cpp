#include "study/sweep/sweep_combinations.hpp"

#include "experiment/run/run_title.hpp"
#include "study/sweep/sweep_values.hpp"

namespace ebb::inline study {

std::optional<std::size_t> Combinations::count() const {
  std::size_t number = static_cast<std::size_t>(config_.settings.repeats);
  for (const SweepAxis* axis : axes_) {
    number *= axis->size();
    if (number > most_points) return std::nullopt;
  }
  return number;
}

void Combinations::apply(std::size_t index, Node& root, std::vector<NamedFigure>& parameters) const {
  const auto repeats = static_cast<std::size_t>(config_.settings.repeats);
  const std::size_t repeat = index % repeats;
  index /= repeats;
  std::vector<std::size_t> choice(axes_.size());
  for (std::size_t a = axes_.size(); a-- > 0; index /= axes_[a]->size()) choice[a] = index % axes_[a]->size();
  for (std::size_t a = 0; a < axes_.size(); ++a)
    for (const SweptParameter& p : axes_[a]->parameters) {
      set_path(root, p.name, p.values[choice[a]]);
      parameters.push_back({p.name, cell_of(p.values[choice[a]])});
    }
  if (repeats > 1) set_repeat(repeat, root, parameters);
}

void set_repeat(std::size_t repeat, Node& root, std::vector<NamedFigure>& parameters) {
  const Node* first = find_path(root, "run.seed");
  Node seed;
  seed.kind = Node::Kind::integer, seed.where = root.where;
  seed.integer =
      (first && first->kind == Node::Kind::integer ? first->integer : 1) + static_cast<std::int64_t>(repeat);
  set_path(root, "run.seed", seed);
  std::erase_if(parameters, [](const NamedFigure& f) { return f.name == "run.seed"; });
  parameters.push_back({"run.seed", seed.integer});
}

}  // namespace ebb::inline study
