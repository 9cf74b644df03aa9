#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>

#include "topology/file/file_formats.hpp"

namespace ebb::inline topology {
namespace {

/// Computes line numbers from byte offsets that mostly grow: one pass over the text in all.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}
  std::string at(std::ptrdiff_t offset) {
    const auto to = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)), text_.size());
    if (to < seen_) seen_ = 0, line_ = 1;
    line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(seen_),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    seen_ = to;
    return fmt::format("{}", line_);
  }
  std::string of(const pugi::xml_node& node) { return at(node.offset_debug()); }

 private:
  std::string_view text_;
  std::size_t seen_ = 0, line_ = 1;
};

/// The declarations of <key> elements: the name of each id that <data> elements use, and the default value.
class Keys {
 public:
  explicit Keys(const pugi::xml_node& graphml) {
    for (const pugi::xml_node& key : graphml.children("key"))
      keys_[key.attribute("id").value()] = {key.attribute("attr.name").value(), key.attribute("for").value(),
                                            key.child("default").text().get()};
  }
  Attributes of(const pugi::xml_node& element, std::string_view domain) const {
    Attributes found;
    for (const pugi::xml_node& data : element.children("data")) {
      const auto key = keys_.find(data.attribute("key").value());
      if (key != keys_.end()) found.emplace_back(key->second.name, data.text().get());
    }
    for (const auto& [id, key] : keys_)
      if (!key.initial.empty() && (key.domain == domain || key.domain == "all")) {
        const bool given =
            std::any_of(found.begin(), found.end(), [&k = key](const auto& a) { return a.first == k.name; });
        if (!given) found.emplace_back(key.name, key.initial);
      }
    return found;
  }

 private:
  struct Key {
    std::string name, domain, initial;
  };
  std::map<std::string, Key, std::less<>> keys_;
};

/// Refuses structures that a user might expect to be supported.
void refuse_structure(const pugi::xml_node& graph, LineCounter& lines, FileBuilder& file) {
  if (std::string_view(graph.attribute("edgedefault").value()) == "directed")
    file.complain(lines.of(graph), "is a directed graph",
                  "a cable works both ways: list each once and set edgedefault=\"undirected\" (NetworkX: "
                  "G.to_undirected())");
  if (const pugi::xml_node hyperedge = graph.child("hyperedge"))
    file.complain(lines.of(hyperedge), "has a hyperedge", "a cable has two ends: write edges");
  if (const pugi::xml_node second = graph.next_sibling("graph"))
    file.complain(lines.of(second), "has a second graph", "keep one graph in a file");
}

void read_nodes(const pugi::xml_node& graph, const Keys& keys, LineCounter& lines, FileBuilder& file) {
  for (const pugi::xml_node& node : graph.children("node")) {
    const std::string line = lines.of(node);
    if (node.child("graph"))
      file.complain(line, fmt::format("has a graph inside the node \"{}\"", node.attribute("id").value()),
                    "nested graphs are not read: write one flat graph");
    file.add_node(line, node.attribute("id").value(), keys.of(node, "node"));
  }
}

void read_edges(const pugi::xml_node& graph, const Keys& keys, LineCounter& lines, FileBuilder& file) {
  for (const pugi::xml_node& edge : graph.children("edge")) {
    Attributes attributes = keys.of(edge, "edge");
    for (const char* name : {"sourceport", "targetport"})
      if (const pugi::xml_attribute port = edge.attribute(name)) attributes.emplace_back(name, port.value());
    const std::string line = lines.of(edge);
    if (std::string_view(edge.attribute("directed").value()) == "true")
      file.complain(line, "has a directed edge", "a cable works both ways: leave out directed=\"true\"");
    file.add_link(line, edge.attribute("source").value(), edge.attribute("target").value(), attributes);
  }
}

std::string in_own_words(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_end_element_mismatch:
      return "a tag is closed that is not the last one opened, or one is never closed";
    case pugi::status_bad_start_element:
    case pugi::status_bad_end_element:
    case pugi::status_unrecognized_tag:
      return "a tag is not complete";
    case pugi::status_bad_attribute:
      return "an attribute is not of the form name=\"value\"";
    case pugi::status_bad_comment:
    case pugi::status_bad_cdata:
    case pugi::status_bad_doctype:
    case pugi::status_bad_pi:
      return "a comment, declaration or instruction does not end";
    case pugi::status_no_document_element:
      return "it has no element";
    default:
      return "it cannot be read from here on";
  }
}

}  // namespace

void read_graphml(std::string_view text, FileBuilder& file) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  LineCounter lines(text);
  if (!parsed) {
    file.complain(lines.at(parsed.offset), "is not valid XML: " + in_own_words(parsed.status),
                  "a file that starts with \"<\" is read as GraphML");
    return;
  }
  const pugi::xml_node graphml = document.child("graphml"), graph = graphml.child("graph");
  if (!graph) {
    file.complain("", "is XML, but has no <graph> inside a <graphml>",
                  "export it as GraphML, or write a list of cables: two names on each line");
    return;
  }
  refuse_structure(graph, lines, file);
  const Keys keys(graphml);
  read_nodes(graph, keys, lines, file);
  read_edges(graph, keys, lines, file);
}

}  // namespace ebb::inline topology
