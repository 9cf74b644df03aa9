#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "topology/file/file_formats.hpp"

namespace ebb::inline topology {
namespace {

using Json = nlohmann::json;

/// Returns a value as an attribute; empty for values without a short text.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  const bool pair = value.is_array() && value.size() <= 4 &&
                    std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_primitive(); });
  return pair ? value.dump(-1, ' ', false, Json::error_handler_t::replace) : std::string();
}

/// Returns everything except the members that identify the node or link.
Attributes attributes_of(const Json& object) {
  Attributes attributes;
  for (const auto& [key, value] : object.items())
    if (key != "id" && key != "source" && key != "target") attributes.emplace_back(key, text_of(value));
  return attributes;
}

std::string id_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? std::string() : text_of(*found);
}

/// Parses the text. Deeply nested values do not belong to the format, and are not kept.
Json parsed(std::string_view text, FileBuilder& file) {
  constexpr int deepest = 8;
  const auto keep = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
  try {
    return Json::parse(text.begin(), text.end(), keep);
  } catch (const Json::parse_error& error) {
    const auto to = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    file.complain(
        fmt::format("{}", 1 + std::count(text.begin(), to, '\n')), "is not valid JSON from here on",
        "a file that starts with \"{\" is read as node-link JSON; NaN and comments are not allowed");
  } catch (const Json::exception&) {
    file.complain("", "is JSON with a number that is out of range", "check the file for an extra digit");
  }
  return Json();
}

/// Returns the key of the list of links: NetworkX up to 3.3 uses "links", later versions "edges".
const char* name_of_links(const Json& root) {
  for (const char* key : {"links", "edges"})
    if (const auto found = root.find(key); found != root.end() && found->is_array()) return key;
  return nullptr;
}

void read_node(const Json& node, const std::string& where, FileBuilder& file) {
  if (node.is_object())
    file.add_node(where, id_in(node, "id"), attributes_of(node));
  else
    file.complain(where, "is not an object", "a node is written like {\"id\": \"leaf1\"}");
}

void read_link(const Json& link, const std::string& where, FileBuilder& file) {
  if (link.is_object())
    file.add_link(where, id_in(link, "source"), id_in(link, "target"), attributes_of(link));
  else
    file.complain(where, "is not an object",
                  "a link is written like {\"source\": \"leaf1\", \"target\": \"spine1\"}");
}

}  // namespace

void read_node_link(std::string_view text, FileBuilder& file) {
  if (text.size() > largest_node_link_file)
    return file.complain("",
                         fmt::format("is JSON of {} MB, but at most {} are read", text.size() >> 20,
                                     largest_node_link_file >> 20),
                         "write it as GraphML or as a list of cables");
  const Json root = parsed(text, file);
  if (root.is_null() || root.is_discarded()) return;
  const auto nodes = root.find("nodes");
  const char* links = name_of_links(root);
  if (nodes == root.end() || !nodes->is_array() || !links)
    return file.complain("", "is JSON, but has no lists \"nodes\" and \"links\" (or \"edges\")",
                         "NetworkX writes it: json.dump(nx.node_link_data(G), file)");
  if (const auto directed = root.find("directed"); directed != root.end() && *directed == true)
    file.complain("", "is a directed graph",
                  "a cable works both ways: list each once and set \"directed\": false (NetworkX: "
                  "G.to_undirected())");
  for (std::size_t i = 0; i < nodes->size(); ++i) read_node((*nodes)[i], fmt::format("nodes[{}]", i), file);
  for (std::size_t i = 0; i < root[links].size(); ++i)
    read_link(root[links][i], fmt::format("{}[{}]", links, i), file);
}

}  // namespace ebb::inline topology
