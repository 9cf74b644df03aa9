#include "config/old_spellings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace ebb::inline config {
namespace {

struct Spelling {
  std::string_view place, before, now;
  std::string_view only_of = {};  ///< a key of the table with this `name` only: others may use the word
};

constexpr std::array keys{Spelling{"flow", "stop", "xoff"},
                          Spelling{"flow", "go", "xon"},
                          Spelling{"control.policy", "rest", "idle_state"},
                          Spelling{"compare", "rest", "idle_state"},
                          Spelling{"control.policy", "room", "max_detour_load", "dynamic_topology"},
                          Spelling{"compare", "room", "max_detour_load", "dynamic_topology"}};

constexpr std::array values{Spelling{"flow.name", "class_pause", "pfc"},
                            Spelling{"routing.name", "clos_hash", "clos_ecmp"},
                            Spelling{"routing", "clos_hash", "clos_ecmp"},
                            Spelling{"routing.name", "butterfly_hash", "butterfly_ecmp"},
                            Spelling{"routing", "butterfly_hash", "butterfly_ecmp"},
                            Spelling{"routing.trigger", "notice", "congestion_notification"},
                            Spelling{"rules.trigger", "notice", "congestion_notification"},
                            Spelling{"control.policy", "promise", "latency_bound"},
                            Spelling{"control.policy.name", "promise", "latency_bound"},
                            Spelling{"compare", "promise", "latency_bound"},
                            Spelling{"compare.name", "promise", "latency_bound"}};

/// A sweep names the keys that it varies, and gives lists of their values.
constexpr std::string_view sweep = "sweep.";

class Renewal {
 public:
  std::vector<std::string> notices;

  void walk(Node& node, const std::string& place) {
    if (node.kind == Node::Kind::text) renew_value(node, place);
    for (Node& item : node.items) walk(item, place);
    for (auto& [key, child] : node.entries) {
      renew_key(node, key, child, place);
      walk(child, below(place, key));
    }
  }

 private:
  static std::string below(const std::string& place, const std::string& key) {
    const std::string path = place.empty() ? key : place + "." + key;
    return path.starts_with(sweep) ? path.substr(sweep.size()) : path;
  }
  void renew_value(Node& node, std::string_view place) {
    const auto* found = std::find_if(values.begin(), values.end(), [&](const Spelling& one) {
      return one.place == place && one.before == node.text;
    });
    if (found == values.end()) return;
    tell(node, place, found->before, found->now);
    node.text = found->now;
  }
  /// A key of a sweep may be a whole path: "control.policy.rest".
  void renew_key(const Node& table, std::string& key, const Node& child, const std::string& place) {
    const std::string path = below(place, key);
    const Node* name = table.find("name");
    for (const Spelling& one : keys) {
      if (path != fmt::format("{}.{}", one.place, one.before) || !key.ends_with(one.before)) continue;
      if (!one.only_of.empty() && name && name->text != one.only_of) continue;
      tell(child, one.place, one.before, one.now);
      key = key.substr(0, key.size() - one.before.size()) + std::string(one.now);
      return;
    }
  }
  void tell(const Node& node, std::string_view place, std::string_view before, std::string_view now) {
    notices.push_back(fmt::format("{}: {}: \"{}\" is now spelled \"{}\"", node.where, place, before, now));
  }
};

}  // namespace

std::vector<std::string> renew_spellings(Node& root) {
  Renewal renewal;
  renewal.walk(root, "");
  return std::move(renewal.notices);
}

}  // namespace ebb::inline config
