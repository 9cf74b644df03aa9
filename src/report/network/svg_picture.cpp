#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/network/network_export.hpp"

namespace ebb::inline report {
namespace {

constexpr double side = 1000, margin = 40;

std::string xml_safe(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

double scaled(double share) { return margin + share * (side - 2 * margin); }

}  // namespace

std::string svg_picture(const ExportedParts& parts, const std::string& title) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<title>{1}</title>\n<rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/>\n",
      side, xml_safe(title));
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> cables;
  for (const ExportedLink& link : parts.links)
    if (!parts.nodes[link.source].is_host && !parts.nodes[link.target].is_host)
      cables[std::minmax(link.source, link.target)] += link.cables;
  const auto at = [&](std::size_t node) { return parts.nodes[node].place.value_or(std::array{0.5, 0.5}); };
  out += "<g stroke=\"#4a6fa5\" stroke-opacity=\"0.35\">\n";
  for (const auto& [ends, count] : cables) {
    const auto a = at(ends.first), b = at(ends.second);
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke-width=\"{:.2f}\"/>\n",
        scaled(a[0]), scaled(a[1]), scaled(b[0]), scaled(b[1]),
        0.6 + std::log2(static_cast<double>(count)) / 2);
  }
  out += "</g>\n";
  std::size_t switches = 0;
  for (const ExportedNode& node : parts.nodes) switches += !node.is_host;
  const double radius = std::clamp(200.0 / static_cast<double>(std::max<std::size_t>(switches, 1)), 1.5, 7.0);
  for (std::size_t n = 0; n < parts.nodes.size(); ++n) {
    if (parts.nodes[n].is_host) continue;
    const double x = scaled(at(n)[0]), y = scaled(at(n)[1]);
    const std::string name = xml_safe(parts.nodes[n].name);
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#1f3a5f\"><title>{}</title></circle>\n", x,
        y, radius, name);
    if (switches <= most_exported_groups)
      out +=
          fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x, y - 10, name);
  }
  return out + "</svg>\n";
}

}  // namespace ebb::inline report
