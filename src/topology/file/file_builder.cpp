#include "topology/file/file_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.hpp"
#include "topology/switch_graph.hpp"

namespace ebb::inline topology {

void FileBuilder::complain(const std::string& where, std::string what, std::string hint) {
  ++complaints_;
  if (problems_.size() < most_complaints)
    problems_.push_back({where.empty() ? file_.path : fmt::format("{}:{}", file_.path, where),
                         std::move(what), std::move(hint)});
}

const std::uint32_t* FileBuilder::find(std::string_view id) const {
  const auto found = numbers_.find(id);
  return found == numbers_.end() ? nullptr : &found->second;
}

/// Returns a hint for a missing id. It is searched only while problems are still shown.
std::string FileBuilder::nearest_id(std::string_view id) const {
  if (problems_.size() >= most_complaints) return "";
  std::vector<std::string> ids;
  for (const FileNode& node : file_.nodes) ids.push_back(node.id);
  const std::string near = nearest(id, ids);
  return near.empty() ? "every end of an edge must be the id of a node"
                      : fmt::format("did you mean \"{}\"?", near);
}

void FileBuilder::add_node(const std::string& where, const std::string& id, const Attributes& attributes) {
  if (id.empty() || find(id)) {
    complain(where, id.empty() ? "has a node without an id" : fmt::format("has the node \"{}\" twice", id),
             "give every node an id of its own");
    return;
  }
  node(where, id);
  describe(where, id, attributes);
}

std::uint32_t FileBuilder::node(const std::string& where, std::string_view id) {
  const auto next = static_cast<std::uint32_t>(file_.nodes.size());
  const auto [entry, is_new] = numbers_.try_emplace(std::string(id), next);
  if (is_new) file_.nodes.push_back({.id = std::string(id), .where = where});
  return entry->second;
}

void FileBuilder::describe(const std::string& where, std::string_view id, const Attributes& attributes) {
  FileNode& described = file_.nodes[node(where, id)];
  for (Problem& p : fill_node(attributes, described, unknown_of_nodes_))
    complain(where, std::move(p.what), std::move(p.hint));
}

void FileBuilder::add_link(const std::string& where, std::string_view from, std::string_view to,
                           const Attributes& attributes) {
  FileLink link;
  link.where = where;
  const std::pair<const char*, std::string_view> ends[] = {{"source", from}, {"target", to}};
  bool known = true;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint32_t* number = find(ends[i].second);
    if (number) {
      link.ends[i] = *number;
      continue;
    }
    known = false;
    complain(
        where,
        fmt::format("has an edge whose {} \"{}\" is not a node of the graph", ends[i].first, ends[i].second),
        nearest_id(ends[i].second));
  }
  if (!known) return;
  for (Problem& p : fill_link(attributes, link, unknown_of_links_))
    complain(where, std::move(p.what), std::move(p.hint));
  if (link.ends[0] == link.ends[1])
    complain(where, fmt::format("joins \"{}\" to itself", from), "a cable has two different ends; delete it");
  else
    file_.links.push_back(std::move(link));
}

/// Two nodes with the same name get their ids instead, which are unique.
void FileBuilder::choose_names() {
  std::map<std::string, int> uses;
  for (FileNode& node : file_.nodes) {
    if (node.name.empty()) node.name = node.id;
    ++uses[node.name];
  }
  std::map<std::string, const FileNode*> named;
  for (FileNode& node : file_.nodes) {
    if (uses[node.name] > 1) node.name = node.id;
    const auto [other, is_new] = named.try_emplace(node.name, &node);
    if (!is_new)
      complain(node.where,
               fmt::format("calls two nodes \"{}\", one by its name and one by its id", node.name),
               "give every node a name of its own");
  }
}

void FileBuilder::check_hosts() {
  std::vector<std::uint32_t> cables(file_.nodes.size());
  for (const FileLink& link : file_.links) {
    for (const std::uint32_t end : link.ends) ++cables[end];
    if (file_.nodes[link.ends[0]].is_host && file_.nodes[link.ends[1]].is_host)
      complain(link.where,
               fmt::format("joins the host \"{}\" to the host \"{}\"", file_.nodes[link.ends[0]].name,
                           file_.nodes[link.ends[1]].name),
               "connect each host to a switch");
  }
  for (std::size_t i = 0; i < file_.nodes.size(); ++i) {
    const FileNode& node = file_.nodes[i];
    if (node.is_host && cables[i] != 1)
      complain(node.where, fmt::format("has a host \"{}\" with {} cables", node.name, cables[i]),
               cables[i] == 0
                   ? "attach it to a switch, or delete it"
                   : "a host has one: make it a switch with the attribute hosts=1, or several hosts");
    if (node.is_host && node.hosts)
      complain(node.where, fmt::format("has a host \"{}\" with hosts of its own", node.name),
               "attach these hosts to a switch, or make the node a switch");
  }
}

void FileBuilder::check_ports() {
  std::map<std::pair<std::uint32_t, std::string_view>, const FileLink*> ports;
  for (const FileLink& link : file_.links)
    for (const std::size_t side : {0u, 1u}) {
      const std::string& name = link.ports[side];
      if (name.empty()) continue;
      const auto [other, is_new] = ports.try_emplace({link.ends[side], name}, &link);
      if (!is_new)
        complain(link.where,
                 fmt::format("puts a second cable into the port \"{}\" of \"{}\"", name,
                             file_.nodes[link.ends[side]].name),
                 fmt::format("the first is at {}; a port has one cable", other->second->where));
    }
}

void FileBuilder::check_connected() {
  SwitchGraph graph;
  std::vector<std::uint32_t> number(file_.nodes.size(), no_id);
  std::vector<const FileNode*> switches;
  for (std::size_t i = 0; i < file_.nodes.size(); ++i)
    if (!file_.nodes[i].is_host) number[i] = graph.switches++, switches.push_back(&file_.nodes[i]);
  for (const FileLink& link : file_.links)
    if (number[link.ends[0]] != no_id && number[link.ends[1]] != no_id)
      graph.cables.emplace_back(number[link.ends[0]], number[link.ends[1]]);
  const std::vector<std::uint32_t> part = connected_parts(graph);
  const auto apart = std::find_if(part.begin(), part.end(), [](std::uint32_t p) { return p != 0; });
  if (apart != part.end())
    complain("",
             fmt::format("is not connected: there is no path from \"{}\" to \"{}\"", switches[0]->name,
                         switches[static_cast<std::size_t>(apart - part.begin())]->name),
             "add the cables that are missing, or keep one part only");
}

Result<NetworkFile> FileBuilder::finish() {
  if (problems_.empty() && file_.links.empty())
    complain("", "has no cables", "name two switches on a line: \"a b\"");
  if (problems_.empty()) choose_names(), check_hosts(), check_ports();
  if (problems_.empty()) check_connected();
  if (complaints_ > problems_.size())
    problems_.push_back({file_.path, fmt::format("has {} more problems", complaints_ - problems_.size()),
                         "fix those above first"});
  if (!problems_.empty()) return problems_;
  for (const UnknownAttributes* of : {&unknown_of_nodes_, &unknown_of_links_})
    for (const auto& [name, count] : of->counts()) file_.ignored_attributes[name] += count;
  return std::move(file_);
}

}  // namespace ebb::inline topology
