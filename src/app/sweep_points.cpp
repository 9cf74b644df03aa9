#include "app/sweep_points.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/run_config.hpp"
#include "app/run_title.hpp"
#include "app/sweep_values.hpp"
#include "base/digest.hpp"
#include "config/write_toml.hpp"

namespace ebb {
namespace {

constexpr const char* load_name = "traffic.load";

/// Tables in alphabetical order: the order of lines means nothing.
Node sorted(Node node) {
  for (auto& [key, child] : node.entries) child = sorted(std::move(child));
  for (Node& item : node.items) item = sorted(std::move(item));
  std::sort(node.entries.begin(), node.entries.end(),
            [](const auto& a, const auto& b) { return a.key < b.key; });
  return node;
}

std::uint64_t digest_of(std::string_view text) {
  Digest digest;
  for (const char c : text) digest.add(static_cast<unsigned char>(c));
  return digest.add(text.size()).value();
}

Cell cell_of(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return Cell(node.boolean);
    case Node::Kind::integer:
      return Cell(node.integer);
    case Node::Kind::real:
      return Cell(node.real);
    default:
      return Cell(described(node));
  }
}

Node number_node(double value, const std::string& where) {
  Node node;
  node.kind = Node::Kind::real, node.real = value, node.where = where;
  return node;
}

/// Packets times hops: more hosts, more load, longer ways; runs of low precision end early, others at
/// most_time.
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

SweepPoint point_of(const RunInput& input, Node root, std::vector<NamedFigure> parameters) {
  SweepPoint point;
  point.parameters = std::move(parameters);
  point.root = std::move(root);
  point.id = point_id(input.document);
  point.config = toml_document(input.document);
  point.seed = input.run.seed, point.threads = input.run.threads;
  point.cost = cost_of(input);
  Node network_part = input.document;
  std::erase_if(network_part.entries, [](const auto& e) { return e.key == "run"; });
  point.fit = digest_of(toml_document(network_part));
  return point;
}

/// Collects what is wrong with many points, each thing once.
class ProblemSet {
 public:
  void add(const Problems& problems) {
    for (const Problem& p : problems)
      if (seen_.insert({p.where, p.what}).second) problems_.push_back(p);
  }
  bool empty() const { return problems_.empty(); }
  Problems take() { return std::move(problems_); }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
  Problems problems_;
};

/// What only built networks tell, for all points; each network is built once.
class NetworkCheck {
 public:
  NetworkCheck(const std::string& path, std::uint64_t memory) : path_(path), memory_(memory) {}

  void check(SweepPoint& point, ProblemSet& problems) {
    if (const auto known = memory_of_.find(point.fit); known != memory_of_.end()) {
      point.memory = known->second;
      return;
    }
    auto input = read_run(Configuration::of(path_, point.root));
    if (!input) return problems.add(input.problems());
    if (Problems found = check_run_size(*input, memory_of_machine()); !found.empty())
      return problems.add(found);
    const std::string network_key =
        toml_value(*input->document.find("topology")) + toml_value(*input->document.find("cables"));
    if (network_key != network_key_) network_ = input->topology->build(input->cables);
    network_key_ = network_key;
    auto fitted = fit_run(*input, network_, memory_of_machine());
    if (!fitted) return problems.add(fitted.problems());
    point.memory = memory_of_[point.fit] = fitted->memory;
    if (fitted->memory > memory_)
      problems.add({input->document.find("topology")
                        ->problem("topology",
                                  fmt::format("needs about {:.2f} GB of memory, but the sweep may use {:.2f}",
                                              static_cast<double>(fitted->memory) / 1e9,
                                              static_cast<double>(memory_) / 1e9),
                                  "raise --memory, or leave this point out")});
  }

 private:
  const std::string path_;
  const std::uint64_t memory_;
  std::map<std::uint64_t, std::uint64_t> memory_of_;  ///< by `fit`
  std::string network_key_;
  Network network_;
};

/// Walks the combinations of some axes and the repeats.
class Enumerator {
 public:
  Enumerator(const SweepConfig& config, std::vector<const Axis*> axes)
      : config_(config), axes_(std::move(axes)) {}

  /// Nothing when there are too many.
  std::optional<std::size_t> count() const {
    std::size_t number = static_cast<std::size_t>(config_.settings.repeats);
    for (const Axis* axis : axes_) {
      number *= axis->size();
      if (number > most_points) return std::nullopt;
    }
    return number;
  }

  /// The first axis changes slowest, the seed fastest.
  void combine(std::size_t index, Node& root, std::vector<NamedFigure>& parameters) const {
    const auto repeats = static_cast<std::size_t>(config_.settings.repeats);
    const std::size_t repeat = index % repeats;
    index /= repeats;
    std::vector<std::size_t> choice(axes_.size());
    for (std::size_t a = axes_.size(); a-- > 0; index /= axes_[a]->size())
      choice[a] = index % axes_[a]->size();
    for (std::size_t a = 0; a < axes_.size(); ++a)
      for (const SweptParameter& p : axes_[a]->parameters) {
        set_path(root, p.name, p.values[choice[a]]);
        parameters.push_back({p.name, cell_of(p.values[choice[a]])});
      }
    if (repeats > 1) add_seed(repeat, root, parameters);
  }

 private:
  void add_seed(std::size_t repeat, Node& root, std::vector<NamedFigure>& parameters) const {
    const Node* first = find_path(root, "run.seed");
    Node seed;
    seed.kind = Node::Kind::integer, seed.where = root.where;
    seed.integer = (first && first->kind == Node::Kind::integer ? first->integer : 1) +
                   static_cast<std::int64_t>(repeat);
    set_path(root, "run.seed", seed);
    std::erase_if(parameters, [](const NamedFigure& f) { return f.name == "run.seed"; });
    parameters.push_back({"run.seed", seed.integer});
  }

  const SweepConfig& config_;
  const std::vector<const Axis*> axes_;
};

class Planner {
 public:
  Planner(const SweepConfig& config, std::uint64_t memory) : config_(config), memory_(memory) {}

  Result<SweepPlan> plan() {
    std::vector<const Axis*> all, others;
    for (const Axis& axis : config_.axes) {
      all.push_back(&axis);
      if (axis.parameters.front().name != load_name) others.push_back(&axis);
    }
    if (!config_.saturation || others.size() < all.size()) collect(all, plan_.points, false);
    if (config_.saturation) collect(others, plan_.searches, true);
    if (problems_.empty()) check_networks();
    if (problems_.empty() && plan_.points.empty() && plan_.searches.empty())
      problems_.add({{config_.path, "leaves no point: its conditions exclude every one",
                      "relax [sweep.skip] or [sweep.only]"}});
    if (!problems_.empty()) return problems_.take();
    return std::move(plan_);
  }

 private:
  void collect(const std::vector<const Axis*>& axes, std::vector<SweepPoint>& points, bool searches) {
    const Enumerator combinations(config_, axes);
    const auto count = combinations.count();
    if (!count)
      return problems_.add({{config_.path, fmt::format("describes more than {} points", most_points),
                             "cross fewer parameters, or shorter lists"}});
    std::set<std::string> ids;
    for (std::size_t i = 0; i < *count; ++i) {
      Node root = config_.base;
      std::vector<NamedFigure> parameters;
      combinations.combine(i, root, parameters);
      if (searches) set_path(root, load_name, number_node(config_.saturation->to, root.where));
      add_point(std::move(root), std::move(parameters), searches, ids, points);
    }
  }

  void add_point(Node root, std::vector<NamedFigure> parameters, bool search, std::set<std::string>& ids,
                 std::vector<SweepPoint>& points) {
    const auto input = read_run(Configuration::of(config_.path, root));
    // A point may be left out because it cannot be: then only what the file says of it is known.
    if (!is_wanted(config_, input ? input->document : root, search ? load_name : "")) {
      plan_.left_out += !search;
      return;
    }
    if (!input) return problems_.add(input.problems());
    SweepPoint point = point_of(*input, std::move(root), std::move(parameters));
    if (ids.insert(point.id).second) points.push_back(std::move(point));
  }

  /// Points with the same network one after the other.
  void check_networks() {
    NetworkCheck check(config_.path, memory_);
    for (auto* list : {&plan_.points, &plan_.searches}) {
      std::vector<std::pair<std::string, std::size_t>> order;
      for (std::size_t i = 0; i < list->size(); ++i)
        order.emplace_back(toml_value(*(*list)[i].root.find("topology")), i);
      std::sort(order.begin(), order.end());
      for (const auto& [network, i] : order) check.check((*list)[i], problems_);
    }
  }

  const SweepConfig& config_;
  const std::uint64_t memory_;
  ProblemSet problems_;
  SweepPlan plan_;
};

}  // namespace

std::string program_version() { return EBB_VERSION; }

std::string point_id(const Node& document) {
  return fmt::format(
      "{:016x}",
      Digest{}.add(digest_of(toml_document(sorted(document)))).add(digest_of(program_version())).value());
}

Result<SweepPoint> resolve_point(const std::string& path, Node root, std::vector<NamedFigure> parameters) {
  const auto input = read_run(Configuration::of(path, root));
  if (!input) return input.problems();
  return point_of(*input, std::move(root), std::move(parameters));
}

Result<SweepPoint> with_load(const std::string& path, const SweepPoint& point, double load) {
  Node root = point.root;
  set_path(root, load_name, number_node(load, root.where));
  std::vector<NamedFigure> parameters = point.parameters;
  parameters.push_back({load_name, load});
  auto other = resolve_point(path, std::move(root), std::move(parameters));
  if (other) other->memory = point.memory;
  return other;
}

Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory) {
  return Planner(config, memory).plan();
}

}  // namespace ebb
