#include "topology/file/read_network.hpp"

#include "config/toml_file.hpp"
#include "topology/file/edge_list_file.hpp"
#include "topology/file/graphml_file.hpp"
#include "topology/file/node_link_file.hpp"

namespace ebb::inline topology {

Result<NetworkFile> parse_network_file(std::string_view text, const std::string& path) {
  if (text.find('\0') != std::string_view::npos)
    return Problem{path, "holds binary data, not text", "write a list of cables, GraphML or node-link JSON"};
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark that some editors put first
  FileBuilder file(path);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
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
