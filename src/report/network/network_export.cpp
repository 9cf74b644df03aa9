#include "report/network/network_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "report/document/render.hpp"
#include "report/network/cable_list.hpp"
#include "report/network/exported_parts.hpp"
#include "report/network/network_picture.hpp"

namespace ebb::inline report {
namespace {

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string xml_data(const NamedValues& said, char of) {
  std::string out;
  for (const auto& [key, value] : said)
    out += fmt::format("<data key=\"{}_{}\">{}</data>", of, key, xml_text(value));
  return out;
}

std::string graphml_text(const ExportedParts& parts, const std::string& title) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- {}, exported by ebb -->\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
      // Two hyphens would end the comment.
      [&] {
        std::string safe = xml_text(title);
        std::replace(safe.begin(), safe.end(), '-', '_');
        return safe;
      }());
  for (const char* key : {"kind", "x", "y"})
    out += fmt::format("  <key id=\"n_{0}\" for=\"node\" attr.name=\"{0}\" attr.type=\"{1}\"/>\n", key,
                       key[1] == '\0' ? "double" : "string");
  std::vector<std::string> keys{"source_port", "target_port", "rate", "medium", "delay", "kind"};
  if (std::any_of(parts.links.begin(), parts.links.end(), [](const auto& l) { return l.cables > 1; }))
    keys.emplace_back("cables");
  for (const std::string& key : keys)
    out += fmt::format("  <key id=\"e_{0}\" for=\"edge\" attr.name=\"{0}\" attr.type=\"string\"/>\n", key);
  out += "  <graph edgedefault=\"undirected\">\n";
  for (const ExportedNode& node : parts.nodes)
    out += fmt::format("    <node id=\"{}\">{}</node>\n", xml_text(node.name), xml_data(said_of(node), 'n'));
  std::size_t number = 0;  // a unique id distinguishes parallel cables
  for (const ExportedLink& link : parts.links)
    out += fmt::format("    <edge id=\"e{}\" source=\"{}\" target=\"{}\">{}</edge>\n", number++,
                       xml_text(parts.nodes[link.source].name), xml_text(parts.nodes[link.target].name),
                       xml_data(said_of(link), 'e'));
  return out + "  </graph>\n</graphml>\n";
}

std::string node_link_text(const ExportedParts& parts, const std::string& title) {
  using Json = nlohmann::ordered_json;
  Json nodes = Json::array(), links = Json::array();
  for (const ExportedNode& node : parts.nodes) {
    Json json = {{"id", node.name}, {"kind", node.is_host ? "host" : "switch"}};
    if (node.place) json["pos"] = *node.place;
    nodes.push_back(std::move(json));
  }
  std::size_t number = 0;
  for (const ExportedLink& link : parts.links) {
    Json json = {{"source", parts.nodes[link.source].name}, {"target", parts.nodes[link.target].name}};
    json["key"] = number++;
    for (const auto& [key, value] : said_of(link)) json[key] = value;
    links.push_back(std::move(json));
  }
  const Json all = {{"directed", false},
                    {"multigraph", true},
                    {"graph", {{"name", title}}},
                    {"nodes", nodes},
                    {"links", links}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

std::string dot_graph(const ExportedParts& parts, const std::string& title) {
  std::string out = fmt::format("graph {} {{\n  node [shape=box];\n", dot_text(title));
  for (const ExportedNode& node : parts.nodes) {
    out += fmt::format("  {} [kind={}", dot_text(node.name), node.is_host ? "host, shape=ellipse" : "switch");
    if (node.place)
      out += fmt::format(", pos=\"{:.4f},{:.4f}\"", 720 * (*node.place)[0], 720 * (*node.place)[1]);
    out += "];\n";
  }
  for (const ExportedLink& link : parts.links) {
    out += fmt::format("  {} -- {} [label={}", dot_text(parts.nodes[link.source].name),
                       dot_text(parts.nodes[link.target].name), dot_text(quantity_text(link.kind->rate)));
    for (const auto& [key, value] : said_of(link))
      out += fmt::format(", {}={}",
                         key == "source_port"   ? "taillabel"
                         : key == "target_port" ? "headlabel"
                                                : key,
                         dot_text(value));
    out += "];\n";
  }
  return out + "}\n";
}

/// Places of their own, for switches whose file gives none.
void place_switches(const Network& network, ExportedParts& parts) {
  if (!network.labels.places.empty()) return;
  const NetworkPicture picture = network_picture(network, network.switches());
  for (SwitchId s = 0; s < network.switches(); ++s) {
    const PicturePlace& place = picture.places[static_cast<std::size_t>(picture.place_of[s])];
    parts.nodes[s].place = std::array{place.x, place.y};
  }
}

}  // namespace

std::string export_network(const Network& network, NetworkFormat format, const std::string& title,
                           ExportDetail detail) {
  if (format == NetworkFormat::mininet) return mininet_script(network, title);
  if (format == NetworkFormat::cables) return to_csv(cable_list(network, detail == ExportDetail::all));
  ExportedParts parts = exported_parts(network, detail);
  if (format == NetworkFormat::svg) {
    if (detail != ExportDetail::groups) place_switches(network, parts);
    return svg_picture(parts, title);
  }
  if (format == NetworkFormat::graphml) return graphml_text(parts, title);
  return format == NetworkFormat::dot ? dot_graph(parts, title) : node_link_text(parts, title);
}

}  // namespace ebb::inline report
