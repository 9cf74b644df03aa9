#include "topology/file/read_network.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "config/toml_file.hpp"
#include "topology/file/file_formats.hpp"

namespace ebb::inline topology {

namespace {

/// A format that ebb does not read and that is easily mistaken for a list of cables.
struct ForeignFormat {
  std::string_view name, begins;
};
constexpr ForeignFormat foreign_formats[] = {
    {"GML", "graph ["},     {"GML", "graph["},      {"GML", "Creator"},      {"GML", "graph\n"},
    {"Graphviz", "graph "}, {"Graphviz", "graph{"}, {"Graphviz", "digraph"}, {"Graphviz", "strict "},
    {"Pajek", "*Vertices"}, {"Pajek", "*vertices"}, {"Pajek", "*network"}};

std::string_view foreign_format(std::string_view text) {
  for (const ForeignFormat& format : foreign_formats) {
    if (!text.starts_with(format.begins)) continue;
    // "graph spine1" may be a cable of a switch with that name.
    const bool is_cable = format.begins == "graph " && text.substr(0, text.find('\n')).find('{') == text.npos;
    if (!is_cable) return format.name;
  }
  return {};
}

}  // namespace

Result<NetworkFile> parse_network_file(std::string_view text, const std::string& path) {
  if (text.find('\0') != std::string_view::npos)
    return Problem{path, "holds binary data, not text", "write a list of cables, GraphML or node-link JSON"};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark of some editors
  FileBuilder file(path);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (const auto format = foreign_format(start == std::string_view::npos ? "" : text.substr(start));
      !format.empty())
    return Problem{path, fmt::format("is a {} file, which ebb does not read", format),
                   "write it as GraphML: nx.write_graphml(G, \"network.graphml\")"};
  const char first = start == std::string_view::npos ? ' ' : text[start];
  if (first == '<')
    read_graphml(text, file);
  else if (first == '{' || first == '[')
    read_node_link(text, file);
  else
    read_edge_list(text, file);
  return file.finish();
}

Result<NetworkFile> read_network_file(const std::string& path) {
  const Result<std::string> text = read_text_file(path, largest_network_file);
  if (!text) return text.problems();
  return parse_network_file(*text, path);
}

}  // namespace ebb::inline topology
