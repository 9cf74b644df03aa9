#include "topology/graph_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "base/spelling.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline topology {
namespace {

/// Collects switches by name and cables between them, and complaints with the line they belong to.
class GraphReader {
 public:
  explicit GraphReader(std::string name) : name_(std::move(name)) {}

  void complain(std::size_t line, std::string what, std::string hint) {
    ++complaints_;
    if (problems_.size() < most_complaints)
      problems_.push_back({fmt::format("{}:{}", name_, line), std::move(what), std::move(hint)});
  }
  const SwitchId* find(std::string_view name) const {
    const auto found = ids_.find(name);
    return found == ids_.end() ? nullptr : &found->second;
  }
  SwitchId add_switch(std::string_view name) {
    const auto [entry, is_new] = ids_.try_emplace(std::string(name), graph_.switches);
    if (is_new) ++graph_.switches, names_.emplace_back(name);
    return entry->second;
  }
  void add_cable(std::size_t line, SwitchId a, SwitchId b) {
    if (a == b)
      complain(line, fmt::format("joins the switch \"{}\" to itself", names_[a]),
               "a cable has two different ends; delete it");
    else
      graph_.cables.emplace_back(a, b);
  }
  /// A hint for a name that is not there; searched for only as long as somebody will read it.
  std::string nearest_name(std::string_view name) const {
    if (problems_.size() >= most_complaints) return "";
    const std::string near = nearest(name, names_);
    return near.empty() ? "every end of an edge must be the id of a node"
                        : fmt::format("did you mean \"{}\"?", near);
  }

  Result<SwitchGraph> finish() {
    if (complaints_ > problems_.size())
      problems_.push_back({name_, fmt::format("has {} more problems", complaints_ - problems_.size()), ""});
    if (problems_.empty() && graph_.cables.empty())
      problems_.push_back({name_, "holds no cable", "name two switches on a line: \"a b\""});
    if (!problems_.empty()) return problems_;
    const std::vector<std::uint32_t> part = connected_parts(graph_);
    const auto apart = std::find_if(part.begin(), part.end(), [](std::uint32_t p) { return p != 0; });
    if (apart != part.end())
      return Problem{name_,
                     fmt::format("is not connected: there is no way from \"{}\" to \"{}\"", names_[0],
                                 names_[static_cast<std::size_t>(apart - part.begin())]),
                     "add the cables that are missing, or keep one part only"};
    return graph_;
  }

 private:
  static constexpr std::size_t most_complaints = 20;
  std::string name_;
  SwitchGraph graph_;
  std::map<std::string, SwitchId, std::less<>> ids_;
  std::vector<std::string> names_;
  Problems problems_;
  std::size_t complaints_ = 0;
};

std::vector<std::string_view> words(std::string_view line) {
  constexpr std::string_view blank = " \t\r,;";
  std::vector<std::string_view> found;
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
    found.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(blank, end);
  }
  return found;
}

Result<SwitchGraph> parse_edge_list(std::string_view text, GraphReader& reader) {
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::vector<std::string_view> names = words(text.substr(0, end));
    ++number;
    if (names.size() == 2) {
      const SwitchId a = reader.add_switch(names[0]);
      reader.add_cable(number, a, reader.add_switch(names[1]));
    } else if (!names.empty()) {
      reader.complain(number, fmt::format("has {} words, but a cable is two names of switches", names.size()),
                      "write one cable per line; repeat the line for parallel links");
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.finish();
}

/// Line numbers from byte offsets that only grow: one pass over the text in all.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  std::size_t at(std::ptrdiff_t offset) {
    const auto to = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)), text_.size());
    if (to < seen_) seen_ = 0, line_ = 1;
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(seen_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    seen_ = to;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t seen_ = 0, line_ = 1;
};

void read_edge(const pugi::xml_node& edge, std::size_t line, GraphReader& reader) {
  SwitchId ends[2] = {no_id, no_id};
  constexpr const char* attributes[] = {"source", "target"};
  for (int i = 0; i < 2; ++i) {
    const std::string_view name = edge.attribute(attributes[i]).value();
    if (const SwitchId* id = reader.find(name))
      ends[i] = *id;
    else
      reader.complain(line,
                      fmt::format("has an edge whose {} \"{}\" is no node of the graph", attributes[i], name),
                      reader.nearest_name(name));
  }
  if (ends[0] != no_id && ends[1] != no_id) reader.add_cable(line, ends[0], ends[1]);
}

Result<SwitchGraph> parse_graphml(std::string_view text, const std::string& name, GraphReader& reader) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  LineCounter lines(text);
  if (!parsed)
    return Problem{fmt::format("{}:{}", name, lines.at(parsed.offset)),
                   fmt::format("is no valid XML: {}", parsed.description()),
                   "a file that starts with \"<\" is read as GraphML"};
  const pugi::xml_node graph = document.child("graphml").child("graph");
  if (!graph)
    return Problem{name, "is XML, but holds no <graphml> with a <graph> in it",
                   "export it as GraphML, or write a list of cables: two names on each line"};
  const bool directed = std::string_view(graph.attribute("edgedefault").value()) == "directed";
  if (directed)
    reader.complain(lines.at(graph.offset_debug()), "is a directed graph",
                    "a cable works both ways: list each once and set edgedefault=\"undirected\"");
  for (const pugi::xml_node& node : graph.children("node")) {
    const std::string_view id = node.attribute("id").value();
    if (id.empty() || reader.find(id))
      reader.complain(lines.at(node.offset_debug()),
                      id.empty() ? "has a node without an id" : fmt::format("has the node \"{}\" twice", id),
                      "give every node an id of its own");
    else
      reader.add_switch(id);
  }
  for (const pugi::xml_node& edge : graph.children("edge"))
    read_edge(edge, lines.at(edge.offset_debug()), reader);
  return reader.finish();
}

}  // namespace

Result<SwitchGraph> parse_graph(std::string_view text, const std::string& name) {
  if (text.find('\0') != std::string_view::npos)
    return Problem{name, "holds binary data, not text", "write a list of cables, or GraphML"};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark that some editors put first
  GraphReader reader(name);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && text[start] == '<') return parse_graphml(text, name, reader);
  return parse_edge_list(text, reader);
}

Result<SwitchGraph> read_graph_file(const std::string& path) {
  const Result<std::string> text = read_text_file(path, largest_graph_file);
  if (!text) return text.problems();
  return parse_graph(*text, path);
}

}  // namespace ebb::inline topology
