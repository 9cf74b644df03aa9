#include "study/sweep/sweep_point.hpp"

#include <algorithm>

#include "base/quantity.hpp"
#include "config/write_toml.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"
#include "study/sweep/point_id.hpp"

namespace ebb::inline study {
namespace {

constexpr const char* time_name = "run.most_time";

/// Packets times hops: cost grows with hosts, load and path length. Runs of low precision end early, others
/// at most_time.
double cost_of(const RunInput& input) {
  const Facts facts = input.topology->facts();
  const double hops = 2 + static_cast<double>(std::max<std::int64_t>(0, facts.diameter));
  const bool has_load = !input.traffic.workload && !input.traffic.is_closed_loop();
  const double load = has_load ? input.traffic.parts.load : 1;
  constexpr double usual_seconds = 1e-3, usual_precision = 0.05;  // of simulated time
  const double wanted = usual_precision / input.run.precision;
  const double seconds = std::clamp(usual_seconds * wanted * wanted, input.run.least_time.seconds(),
                                    std::max(input.run.least_time, input.run.most_time).seconds());
  return static_cast<double>(facts.hosts) * hops * (0.01 + load) * seconds;
}

}  // namespace

SweepPoint point_of(const RunInput& input, Node root, std::vector<NamedFigure> parameters) {
  SweepPoint point;
  point.parameters = std::move(parameters);
  point.root = std::move(root);
  point.id = point_id(input.document, input.contents);
  point.config = stored_config(input.document, input.contents);
  point.configuration = configuration_digest(input.document, input.contents);
  point.seed = input.run.seed, point.threads = input.run.threads;
  point.on_device = input.run.shares_accelerator();
  point.cost = cost_of(input);
  Node network_part = input.document;
  std::erase_if(network_part.entries, [](const auto& e) { return e.key == "run"; });
  point.fit = digest_of(toml_document(network_part));
  return point;
}

Node number_node(double value, const std::string& where) {
  Node node;
  node.kind = Node::Kind::real, node.real = value, node.where = where;
  return node;
}

Result<SweepPoint> with_load(const std::string& path, const SweepPoint& point, double load,
                             std::int64_t longer) {
  Node root = point.root;
  set_path(root, load_name, number_node(load, root.where));
  std::vector<NamedFigure> parameters = point.parameters;
  parameters.push_back({load_name, load});
  auto input = read_run(Configuration::of(path, root));
  if (!input) return input.problems();
  if (longer > 1) {
    Node time;
    time.kind = Node::Kind::text, time.where = root.where;
    time.text = quantity_text(input->run.most_time * longer);
    Node longer_root = root;
    set_path(longer_root, time_name, time);
    // It is refused only beyond the longest run allowed. Then the time stays as it is.
    if (auto longer_input = read_run(Configuration::of(path, longer_root))) {
      input = std::move(longer_input), root = std::move(longer_root);
      std::erase_if(parameters, [](const NamedFigure& p) { return p.name == time_name; });
      parameters.push_back({time_name, time.text});
    }
  }
  SweepPoint other = point_of(*input, std::move(root), std::move(parameters));
  other.memory = point.memory;
  return other;
}

}  // namespace ebb::inline study
