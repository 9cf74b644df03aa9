#include "fabric/trees/paths_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.hpp"
#include "base/quantity.hpp"
#include "base/trimmed.hpp"
#include "base/whole_file.hpp"
#include "config/toml_file.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/inventory/switch_finder.hpp"
#include "network/distance.hpp"
#include "rules/trees/vlan_trees.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::size_t largest_paths_file = 64u << 20;
constexpr std::size_t most_problems = 20;  ///< of lines; more do not help

class PathsReader {
 public:
  PathsReader(std::string path, const Network& network, const Trunks& trunks, const TrunkSet& on)
      : path_(std::move(path)),
        network_(network),
        trunks_(trunks),
        on_(on),
        finder_(network),
        ends_(switches_with_hosts(network)),
        paths_(network.switches()),
        line_of_(std::size_t{network.switches()} * network.switches(), 0) {}

  void read(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // of editors on Windows
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    if (text.find('\0') != std::string_view::npos) {
      problems_.push_back(
          {path_, "holds binary data, not text", "write one path in each line: " + example()});
      return;
    }
    for (std::size_t line = 1; !text.empty() && problems_.size() < most_problems; ++line) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view here = text.substr(0, end);
      read_line(line, trimmed_cell(here.substr(0, here.find('#'))));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Result<PathSet> finish() {
    if (problems_.empty() && !any_ && ends_.size() > 1)
      problems_.push_back(
          {path_, "has no paths",
           "write one in each line, from every switch with hosts to each other one: " + example()});
    if (problems_.empty()) look_for_missing();
    if (problems_.empty()) look_for_partings();
    if (!problems_.empty()) return std::move(problems_);
    return std::move(paths_);
  }

 private:
  std::string name(SwitchId s) const { return switch_name(network_, s); }
  std::string text_of(const Path& path) const {
    std::vector<std::string> names;
    for (const SwitchId s : path) names.push_back(name(s));
    return fmt::format("{}", fmt::join(names, ","));
  }
  std::size_t& line_of(const Path& path) {
    return line_of_[std::size_t{path.front()} * network_.switches() + path.back()];
  }
  bool complain(std::size_t line, std::string what, std::string hint) {
    problems_.push_back({fmt::format("{}:{}", path_, line), std::move(what), std::move(hint)});
    return false;
  }

  void read_line(std::size_t line, std::string_view text) {
    if (text.empty()) return;
    Path path;
    if (!read_names(line, text, path) || !look_at_ends(line, path) || !look_at_hops(line, path)) return;
    if (const std::size_t before = line_of(path); before > 0) {
      complain(line,
               fmt::format("{} to {} has a path in line {} already", name(path.front()), name(path.back()),
                           before),
               "remove one of the two");
      return;
    }
    line_of(path) = line, any_ = true;
    paths_.set(std::move(path));
  }

  bool read_names(std::size_t line, std::string_view text, Path& path) {
    if (text.ends_with(','))
      return complain(line, "ends with a comma", "remove it, or name the switch that comes last");
    for (bool more = true; more;) {
      const std::size_t comma = text.find(',');
      const std::string_view name = trimmed_cell(text.substr(0, comma));
      const auto found = finder_.find(name);
      if (!found) return complain_of_name(line, name);
      path.push_back(*found);
      more = comma != std::string_view::npos;
      if (more) text.remove_prefix(comma + 1);
    }
    return true;
  }
  bool complain_of_name(std::size_t line, std::string_view name) {
    if (name.empty()) return complain(line, "has a comma without a switch before it", "remove it");
    const bool several = name.find_first_of("; \t|>") != std::string_view::npos;
    return complain(line, fmt::format("there is no switch \"{}\"", name),
                    several ? "separate the switches of a path by commas: " + example() : finder_.hint(name));
  }
  /// A path that this network has.
  std::string example() const {
    for (const SwitchId s : ends_)
      for (const TrunkId t : trunks_.of(s))
        if (on_[t]) return text_of({s, trunks_[t].other(s)});
    return "s0,s1";
  }

  bool look_at_ends(std::size_t line, const Path& path) {
    if (path.size() < 2)
      return complain(line, fmt::format("names {} alone", name(path.front())),
                      "a path has two switches at least: s0,s1");
    for (const SwitchId end : {path.front(), path.back()})
      if (!std::binary_search(ends_.begin(), ends_.end(), end))
        return complain(line, fmt::format("{} has no hosts, so no path begins or ends there", name(end)),
                        "remove the line");
    return true;
  }

  bool look_at_hops(std::size_t line, const Path& path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (std::find(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(i), path[i]) !=
          path.begin() + static_cast<std::ptrdiff_t>(i))
        return complain(line, fmt::format("visits {} twice", name(path[i])), "remove the loop");
      if (i == 0) continue;
      const TrunkId t = trunks_.between(path[i - 1], path[i]);
      const std::string both = fmt::format("between {} and {}", name(path[i - 1]), name(path[i]));
      if (t == no_id) return complain(line, "there is no link " + both, neighbours(path[i - 1]));
      if (!on_[t])
        return complain(line, "all links are off " + both,
                        "choose a path around them, or remove them from [trees] off and schedule");
    }
    return true;
  }

  std::string neighbours(SwitchId s) const {
    std::vector<std::string> names;
    for (const TrunkId t : trunks_.of(s))
      if (on_[t]) names.push_back(name(trunks_[t].other(s)));
    return fmt::format("{} has links to {}", name(s), fmt::join(names, ", "));
  }

  /// Reports one problem for each switch that lacks paths: a whole row may be missing.
  void look_for_missing() {
    const PathSet usual = tree_paths(network_, trunks_, on_, PathRule::up_down);
    for (const SwitchId from : ends_) {
      std::vector<std::string> missing;
      std::string example;
      for (const SwitchId to : ends_) {
        if (from == to || !paths_.path(from, to).empty()) continue;
        missing.push_back(name(to));
        if (const Path& way = usual.path(from, to); example.empty() && !way.empty())
          example = "add a line for each, such as " + text_of(way);
      }
      if (missing.empty()) continue;
      problems_.push_back(
          {path_, fmt::format("has no path from {} to {}", name(from), fmt::join(missing, ", ")),
           example.empty() ? "too many links are off: no path exists; remove some from [trees] off"
                           : example});
    }
  }

  void look_for_partings() {
    for (const PathParting& parting : partings(network_, paths_)) {
      const Path &one = paths_.path(parting.source, parting.one),
                 &other = paths_.path(parting.source, parting.other);
      const bool turned = line_of(one) > line_of(other);
      const Path &first = turned ? other : one, &second = turned ? one : other;
      complain(
          line_of(second),
          fmt::format("{} and {} of line {} diverge and meet again at {}", text_of(second), text_of(first),
                      line_of(first), name(parting.meet)),
          fmt::format("{} gives all frames of its hosts one VLAN, which has one path to {}: use the same "
                      "one in both lines",
                      name(parting.source), name(parting.meet)));
    }
  }

  const std::string path_;
  const Network& network_;
  const Trunks& trunks_;
  const TrunkSet& on_;
  const SwitchFinder finder_;
  const std::vector<SwitchId> ends_;
  PathSet paths_;
  std::vector<std::size_t> line_of_;  ///< the line of each pair's path; 0: none
  bool any_ = false;                  ///< a path was read
  Problems problems_;
};

}  // namespace

Result<PathSet> parse_paths(std::string_view text, const std::string& path, const Network& network,
                            const Trunks& trunks, const TrunkSet& on) {
  PathsReader reader(path, network, trunks, on);
  reader.read(text);
  return reader.finish();
}

Result<PathSet> read_paths_file(const std::string& path, const Network& network, const Trunks& trunks,
                                const TrunkSet& on) {
  const auto text = read_text_file(path, largest_paths_file);
  if (!text) return text.problems();
  return parse_paths(*text, path, network, trunks, on);
}

Problems check_names_for_paths(const Network& network) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (const std::string name = switch_name(network, s); name.find_first_of(",#") != std::string::npos)
      return {{"--paths",
               fmt::format("cannot name {} in a file: it has a comma or a # in its name", to_text(name)),
               "give the switch another name, or leave --paths out"}};
  return {};
}

Problems write_paths_file(const std::string& path, const Network& network, const PathSet& paths) {
  WholeFile out(path);
  out.write(fmt::format("{}\n", paths_head));
  for (SwitchId from = 0; from < paths.switches(); ++from)
    for (SwitchId to = 0; to < paths.switches(); ++to) {
      std::vector<std::string> names;
      for (const SwitchId s : paths.path(from, to)) names.push_back(switch_name(network, s));
      if (!names.empty()) out.write(fmt::format("{}\n", fmt::join(names, ",")));
    }
  const std::string& wrong = out.finish();
  return wrong.empty() ? Problems{} : Problems{{path, "cannot be written: " + wrong, "write it elsewhere"}};
}

}  // namespace ebb::inline fabric
