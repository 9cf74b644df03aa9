#include "tasks/results/power_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/document/draw_text.hpp"
#include "results/network_power.hpp"
#include "study/compare/seed_pairs.hpp"
#include "study/record/stored_basis.hpp"
#include "tasks/results/stored_cells.hpp"

namespace ebb::inline tasks {
namespace {

/// "3f2a81c0, 91b2c344, 0a1b2c3d and 5 more"
std::string ids_text(const std::vector<StoredRun>& runs, std::size_t length) {
  constexpr std::size_t enough = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(enough, runs.size()); ++i)
    text += (i == 0 ? "" : ", ") + runs[i].id.substr(0, length);
  if (runs.size() > enough) text += fmt::format(" and {} more", runs.size() - enough);
  return text;
}

/// Compares without states: runs of one network in different states have the same basis.
bool same_network(PowerBasis a, PowerBasis b) {
  a.as_full.clear(), b.as_full.clear();
  return a == b;
}

/// True for runs under control with a switch whose port power is unknown.
bool lacks_savings(const std::vector<StoredRun>& network) {
  return std::any_of(network.begin(), network.end(), [](const StoredRun& run) {
    return figure(run, "power.total_w") && !figure(run, "power.ports_w") &&
           !text_figure(run, "control").empty();
  });
}

}  // namespace

std::vector<std::string> power_notes(const std::vector<StoredRun>& runs) {
  std::vector<std::vector<StoredRun>> networks;
  for (const StoredRun& run : runs) {
    const auto own = basis_of(run);
    if (!own) continue;
    const auto known = std::find_if(networks.begin(), networks.end(), [&](const auto& network) {
      return same_network(*basis_of(network.front()), *own);
    });
    if (known == networks.end())
      networks.push_back({run});
    else
      known->push_back(run);
  }
  std::vector<std::string> notes;
  for (const auto& network : networks) {
    std::vector<std::string> own = basis_notes(*basis_of(network));
    if (lacks_savings(network)) own.emplace_back(unknown_saving_text);
    for (const std::string& note : own)
      notes.push_back(networks.size() == 1 ? note : ids_text(network, id_length(runs)) + ": " + note);
  }
  return notes;
}

}  // namespace ebb::inline tasks
