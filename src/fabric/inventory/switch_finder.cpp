#include "fabric/inventory/switch_finder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/spelling.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {

SwitchFinder::SwitchFinder(const Network& network) {
  for (SwitchId s = 0; s < network.switches(); ++s)
    names_.push_back(switch_name(network, s)), numbered_.push_back(switch_name(s));
}

std::optional<SwitchId> SwitchFinder::find(std::string_view name) const {
  const bool digits = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
  const std::string number = (digits ? "s" : "") + std::string(name);
  for (const auto& [all, wanted] : {std::pair{&names_, std::string(name)}, std::pair{&numbered_, number}})
    if (const auto found = std::find(all->begin(), all->end(), wanted); found != all->end())
      return static_cast<SwitchId>(found - all->begin());
  return std::nullopt;
}

std::string SwitchFinder::hint(std::string_view name) const {
  if (names_ != numbered_) return name_hint(name, names_);
  const std::string all =
      fmt::format("this network has the switches {} to {}", numbered_.front(), numbered_.back());
  if (!name.starts_with('S') || !find(name.substr(1))) return all;
  return fmt::format("did you mean \"s{}\"? {}", name.substr(1), all);
}

}  // namespace ebb::inline fabric
