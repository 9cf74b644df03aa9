#include "study/sweep/point_collector.hpp"

#include <algorithm>

#include "config/write_toml.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"

namespace ebb::inline study {

Result<RunInput> PointCollector::read(const Node& root) const {
  return read_run(Configuration::of(path_, root), first_ ? &*first_ : nullptr);
}

bool PointCollector::add(RunInput input, Node root, std::vector<NamedFigure> parameters,
                         std::set<std::string>& ids, std::vector<SweepPoint>& points) {
  SweepPoint point = point_of(input, std::move(root), std::move(parameters));
  if (!first_) first_ = std::move(input);
  if (!ids.insert(point.id).second) return false;
  points.push_back(std::move(point));
  return true;
}

/// Points with the same network follow each other.
void PointCollector::check_networks(std::vector<SweepPoint>& points) {
  NetworkCheck check(path_, memory_, first_ ? &*first_ : nullptr);
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t i = 0; i < points.size(); ++i)
    order.emplace_back(toml_value(*points[i].root.find("topology")), i);
  std::sort(order.begin(), order.end());
  for (const auto& [network, i] : order) check.check(points[i], problems_);
}

std::vector<std::string> PointCollector::notes() const {
  std::vector<std::string> notes;
  if (first_)
    for (const std::string& device : first_->energy.left_out) notes.push_back(left_out_note(device));
  return notes;
}

}  // namespace ebb::inline study
