#include "fabric/trees_settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "fabric/names.hpp"

namespace ebb::inline fabric {
namespace {

std::optional<std::uint32_t> whole(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct LinksOff {
  SwitchId a = 0, b = 0;
  std::optional<std::uint32_t> count;  ///< nothing: all of them
};

/// "s0-s1" or "s0-s1:2"
std::optional<LinksOff> parse(std::string_view text) {
  LinksOff links;
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    links.count = whole(text.substr(colon + 1));
    if (!links.count) return std::nullopt;
    text = text.substr(0, colon);
  }
  const auto dash = text.find('-');
  if (dash == std::string_view::npos || !text.starts_with("s") || text.substr(dash + 1, 1) != "s")
    return std::nullopt;
  const auto a = whole(text.substr(1, dash - 1)), b = whole(text.substr(dash + 2));
  if (!a || !b) return std::nullopt;
  links.a = *a, links.b = *b;
  return links;
}

}  // namespace

Result<std::vector<std::uint32_t>> links_in_use(const Trunks& trunks, const std::vector<std::string>& off) {
  std::vector<std::uint32_t> links;
  for (TrunkId t = 0; t < trunks.size(); ++t) links.push_back(trunks[t].links());
  Problems problems;
  for (const std::string& text : off) {
    const auto wanted = parse(text);
    if (!wanted) {
      problems.push_back({"off", fmt::format("does not understand \"{}\"", text),
                          "write \"s0-s1\" for all links between two switches, \"s0-s1:2\" for two of them"});
      continue;
    }
    const bool known = wanted->a < trunks.switches() && wanted->b < trunks.switches();
    const TrunkId t = known ? trunks.between(wanted->a, wanted->b) : no_id;
    if (t == no_id)
      problems.push_back({"off", fmt::format("names \"{}\", but no cable joins these two switches", text),
                          fmt::format("switches are {} to {}; name two that are neighbours", switch_name(0),
                                      switch_name(trunks.switches() - 1))});
    else if (wanted->count.value_or(links[t]) > links[t])
      problems.push_back(
          {"off", fmt::format("takes more links than are on: \"{}\" with {}", text, links[t]), "name fewer"});
    else
      links[t] -= wanted->count.value_or(links[t]);
  }
  if (!problems.empty()) return problems;
  return links;
}

}  // namespace ebb::inline fabric
