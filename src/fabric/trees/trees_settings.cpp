#include "fabric/trees/trees_settings.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/parsed_number.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/inventory/switch_finder.hpp"

namespace ebb::inline fabric {
namespace {

struct LinksOff {
  SwitchId a = 0, b = 0;
  std::optional<std::uint32_t> count;  ///< nothing: all of them
};

/// "s0-s1" or "s0-s1:2". A network's own names may have dashes and colons in them.
std::optional<LinksOff> parse(const SwitchFinder& finder, std::string_view text) {
  const auto ends = [&](std::string_view pair) -> std::optional<LinksOff> {
    for (auto dash = pair.find('-'); dash != std::string_view::npos; dash = pair.find('-', dash + 1)) {
      const auto a = finder.find(pair.substr(0, dash)), b = finder.find(pair.substr(dash + 1));
      if (a && b) return LinksOff{*a, *b, {}};
    }
    return std::nullopt;
  };
  if (const auto all = ends(text)) return all;
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto some = ends(text.substr(0, colon));
  if (some) some->count = parsed_number<std::uint32_t>(text.substr(colon + 1));
  return some && some->count ? some : std::nullopt;
}

}  // namespace

Result<std::vector<std::uint32_t>> links_in_use(const Network& network, const Trunks& trunks,
                                                const std::vector<std::string>& off,
                                                std::vector<std::uint32_t> links) {
  Problems problems;
  const SwitchFinder finder(network);
  for (const std::string& text : off) {
    const auto wanted = parse(finder, text);
    if (!wanted) {
      const bool names_two = text.find('-') != std::string::npos && text.find(':') == std::string::npos;
      problems.push_back(
          {"off",
           names_two ? fmt::format("names \"{}\", but no cable joins these two switches", text)
                     : fmt::format("does not understand \"{}\"", text),
           fmt::format("write \"s0-s1\" for all links between two switches, \"s0-s1:2\" for two of them; "
                       "switches are {} to {}",
                       switch_name(network, 0), switch_name(network, trunks.switches() - 1))});
      continue;
    }
    const TrunkId t = trunks.between(wanted->a, wanted->b);
    if (t == no_id)
      problems.push_back({"off", fmt::format("names \"{}\", but no cable joins these two switches", text),
                          "name two that are neighbours"});
    else if (wanted->count.value_or(links[t]) > links[t])
      problems.push_back(
          {"off", fmt::format("switches off more links than are on: \"{}\", but {} are on", text, links[t]),
           "name fewer"});
    else
      links[t] -= wanted->count.value_or(links[t]);
  }
  if (!problems.empty()) return problems;
  return links;
}

Result<std::vector<std::uint32_t>> links_in_use(const Network& network, const Trunks& trunks,
                                                const std::vector<std::string>& off) {
  std::vector<std::uint32_t> all;
  for (TrunkId t = 0; t < trunks.size(); ++t) all.push_back(trunks[t].links());
  return links_in_use(network, trunks, off, std::move(all));
}

}  // namespace ebb::inline fabric
