#include "study/sweep/sweep_reader.hpp"

#include <set>

#include "base/check_ranges.hpp"
#include "base/spelling.hpp"
#include "config/read_fields.hpp"
#include "experiment/read/sweep_settings.hpp"
#include "study/sweep/sweep_condition.hpp"
#include "study/sweep/sweep_values.hpp"

namespace ebb::inline study {
namespace {

Problem unknown_parameter(const Node& node, const std::string& where, const std::string& name) {
  const std::vector<std::string> names = parameter_names();
  std::vector<std::string> same_key;  // "load" alone, or in a wrong section
  for (const std::string& n : names)
    if (n.substr(n.rfind('.') + 1) == name.substr(name.rfind('.') + 1)) same_key.push_back(n);
  std::string guess = nearest(name, same_key.empty() ? names : same_key);
  if (guess.empty() && !same_key.empty()) guess = same_key.front();
  return node.problem(where, "names no parameter of a run",
                      guess.empty()
                          ? "docs/reference/config.md lists them; for example: traffic.load"
                          : fmt::format("did you mean \"{}\"? docs/reference/config.md lists all", guess));
}

/// Walks a part of [sweep] down to the names of parameters, and reads these.
class Reader {
 public:
  Reader(const Node& sweep, SweepConfig& config, Problems& problems)
      : sweep_(sweep), config_(config), problems_(problems), names_([] {
          const auto all = parameter_names();
          return std::set<std::string>(all.begin(), all.end());
        }()) {}

  void read() {
    read_fields(sweep_, "sweep", config_.settings, problems_, parts());
    if (sweep_.kind != Node::Kind::table) return;
    if (const Node* cross = table("cross"))
      for (SweptParameter& p : parameters(*cross, "sweep.cross")) {
        SweepAxis axis;
        axis.parameters.push_back(std::move(p));
        config_.axes.push_back(std::move(axis));
      }
    for (const Node& zip : tables("zip")) read_zip(zip);
    for (const Node& skip : tables("skip")) config_.skip.push_back(condition(skip, "sweep.skip"));
    for (const Node& only : tables("only")) config_.only.push_back(condition(only, "sweep.only"));
    if (const Node* saturation = table("saturation")) read_saturation(*saturation);
    check_overlaps();
  }

 private:
  /// The keys of [sweep] besides its settings. A parameter here is a likely mistake.
  std::vector<std::string> parts() {
    std::vector<std::string> known{"cross", "zip", "skip", "only", "saturation"};
    for (const auto& [key, node] : sweep_.entries) {
      const auto name = names_.lower_bound(key);
      if (name == names_.end() || name->substr(0, name->find('.')) != key.substr(0, key.find('.'))) continue;
      problems_.push_back(node.problem("sweep." + key, "is no part of [sweep] itself",
                                       "write parameters to vary under [sweep.cross] or [sweep.zip]"));
      known.push_back(key);
    }
    return known;
  }

  const Node* table(const std::string& key) {
    const Node* node = sweep_.find(key);
    if (!node || node->kind == Node::Kind::table) return node;
    problems_.push_back(node->problem("sweep." + key,
                                      fmt::format("is {}, but a table is expected", node->kind_name()),
                                      fmt::format("write it as a section: [sweep.{}]", key)));
    return nullptr;
  }

  /// One table, or a list of them.
  std::vector<Node> tables(const std::string& key) {
    const Node* node = sweep_.find(key);
    if (!node) return {};
    if (node->kind == Node::Kind::table) return {*node};
    bool good = node->kind == Node::Kind::array;
    for (const Node& item : node->items) good = good && item.kind == Node::Kind::table;
    if (good) return node->items;
    problems_.push_back(
        node->problem("sweep." + key, "is neither a table nor a list of tables",
                      fmt::format("write [sweep.{}], or [[sweep.{}]] once for each", key, key)));
    return {};
  }

  /// Calls use(name, node) for each parameter that the table names, with dotted keys or nested tables.
  template <class Use>
  void each_parameter(const Node& table, const std::string& path, const std::string& prefix, Use use) {
    for (const auto& [key, node] : table.entries) {
      const std::string name = prefix.empty() ? key : prefix + "." + key;
      if (names_.contains(name) && (is_value(node) || !leads_on(name)))
        use(name, node);
      else if (node.kind == Node::Kind::table && !is_value(node))
        each_parameter(node, path, name, use);
      else
        problems_.push_back(unknown_parameter(node, path + "." + name, name));
    }
  }
  /// True when a longer name begins with this one.
  bool leads_on(const std::string& name) const {
    const auto longer = names_.lower_bound(name + ".");
    return longer != names_.end() && longer->starts_with(name + ".");
  }
  /// A table is a value only when it is a range or a comparison; any other is part of a longer name.
  static bool is_value(const Node& node) {
    return node.kind != Node::Kind::table || is_range(node) || is_comparison(node);
  }

  std::vector<SweptParameter> parameters(const Node& table, const std::string& path) {
    std::vector<SweptParameter> found;
    each_parameter(table, path, "", [&](const std::string& name, const Node& node) {
      auto values = swept_values(node, path + "." + name);
      if (values)
        found.push_back({name, std::move(*values), node});
      else
        problems_.insert(problems_.end(), values.problems().begin(), values.problems().end());
    });
    return found;
  }

  void read_zip(const Node& zip) {
    const std::size_t before = problems_.size();
    SweepAxis axis{parameters(zip, "sweep.zip")};
    if (problems_.size() > before) return;
    if (axis.parameters.empty()) {
      problems_.push_back(zip.problem("sweep.zip", "names no parameter", "leave it out, or give it lists"));
      return;
    }
    for (const SweptParameter& p : axis.parameters)
      if (p.values.size() != axis.size())
        problems_.push_back(p.node.problem("sweep.zip." + p.name,
                                           fmt::format("has {} values, but {} has {}", p.values.size(),
                                                       axis.parameters.front().name, axis.size()),
                                           "parameters that are zipped need lists of one length"));
    config_.axes.push_back(std::move(axis));
  }

  PointCondition condition(const Node& table, const std::string& path) {
    PointCondition condition{.name = path, .where = table.where, .all = {}};
    each_parameter(table, path, "", [&](const std::string& name, const Node& node) {
      check_comparison(node, path + "." + name, problems_);
      condition.all.emplace_back(name, node);
    });
    if (table.entries.empty())
      problems_.push_back(table.problem(path, "says nothing", "for example: traffic.load = { above = 0.5 }"));
    return condition;
  }

  void read_saturation(const Node& node) {
    const std::size_t before = problems_.size();
    SaturationSettings settings;
    read_fields(node, "sweep.saturation", settings, problems_);
    Problems found = problems_.size() > before ? Problems{} : with_ranges(settings, settings.check());
    locate(found, node, "sweep.saturation", problems_);
    for (const SweepAxis& axis : config_.axes)
      for (const SweptParameter& p : axis.parameters)
        if (p.name == "traffic.load" && axis.parameters.size() > 1)
          problems_.push_back(p.node.problem("sweep.zip.traffic.load",
                                             "is zipped with others, but saturation searches over the load",
                                             "move it to [sweep.cross], or leave out [sweep.saturation]"));
    config_.saturation = settings;
  }

  /// A parameter may be varied once, and not within a section that is varied as a whole.
  void check_overlaps() {
    std::vector<const SweptParameter*> seen;
    for (const SweepAxis& axis : config_.axes)
      for (const SweptParameter& p : axis.parameters) {
        for (const SweptParameter* other : seen)
          if (p.name == other->name || p.name.starts_with(other->name + ".") ||
              other->name.starts_with(p.name + "."))
            problems_.push_back(p.node.problem("sweep: " + p.name,
                                               fmt::format("is varied together with {}", other->name),
                                               "vary each parameter once"));
        seen.push_back(&p);
      }
  }

  const Node& sweep_;
  SweepConfig& config_;
  Problems& problems_;
  const std::set<std::string> names_;
};

}  // namespace

void read_sweep_section(const Node& sweep, SweepConfig& config, Problems& problems) {
  Reader(sweep, config, problems).read();
}

}  // namespace ebb::inline study
