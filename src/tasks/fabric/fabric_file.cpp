#include "tasks/fabric/fabric_file.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "catalogue/topologies.hpp"
#include "config/placed_files.hpp"
#include "config/write_toml.hpp"
#include "experiment/device/link_rates.hpp"
#include "experiment/read/settings.hpp"
#include "experiment/read/trees_input.hpp"
#include "fabric/openflow/version_slot.hpp"
#include "network/invariants.hpp"
#include "topology/topology.hpp"

namespace ebb::inline tasks {
namespace {

/// The [routing] of a run that forwards by rules has conditions. The switches get the same ones, unless
/// [rules] overrides them.
Configuration with_conditions_of_routing(const Configuration& given) {
  Node root = given.root();
  const Node* name = find_path(given.root(), "routing.name");
  for (const std::string key : {"kind", "alternatives", "trigger", "threshold"}) {
    const Node* said = find_path(given.root(), "routing." + key);
    const bool meant = name && name->text == "rules" && said && said->text != name_of(Adaptivity::none);
    if (meant && !find_path(given.root(), "rules." + key)) set_path(root, "rules." + key, *said);
  }
  return given.with_root(std::move(root));
}

}  // namespace

ProgramMaker FabricFile::programs(ProgramOptions options) const {
  options.dmp = rules.dmp, options.broadcast = rules.broadcast;
  const Adaptivity kind = tables.conditions ? tables.conditions->kind : Adaptivity::none;
  options.classes = rules.classes && routing->classes(kind) > 1;
  options.own_addresses = own_addresses;
  options.dmp = options.dmp && own_addresses.empty();  // the hosts keep their addresses
  if (options.needs_slot() && options.table == 0) options.table = slot_table(0);
  return {network, *routing, tables, std::move(options)};
}

Result<std::unique_ptr<FabricFile>> read_fabric_file(const std::string& path, const Settings& settings) {
  auto configuration = Configuration::read(path, settings);
  if (!configuration) return configuration.problems();
  *configuration = with_conditions_of_routing(*configuration);
  auto file = std::make_unique<FabricFile>();
  file->path = path;
  Cables cables;
  const auto topology = configuration->named_section("topology", topologies());
  read_cables(*configuration, topology.get(), cables);
  configuration->section("rules", file->rules);
  configuration->section("rewriting", file->rewriting);
  configuration->section("lab", file->lab);
  configuration->section("trees", file->trees);
  file->trees_section.where = path;
  if (const Node* section = find_path(configuration->root(), "trees")) file->trees_section = *section;
  file->says_paths = find_path(configuration->root(), "trees.paths") != nullptr;
  if (Problems problems = configuration->finish(); !problems.empty()) return problems;
  if (const auto switches = topology->facts().switches; switches > most_switches_loaded) {
    configuration->add_problems(
        "topology",
        {{"",
          fmt::format("has {} switches, but tables are made for {} at most", switches, most_switches_loaded),
          "`ebb plan` counts the rules of a network of any size"}});
    return configuration->finish();
  }
  file->network = topology->build(cables);
  Problems broken;
  for (const std::string& invariant : broken_invariants(file->network))
    broken.push_back({"", "is not a valid network; this must hold: " + invariant,
                      "check that every host reaches every other"});
  if (!broken.empty()) {
    configuration->add_problems("topology", std::move(broken));
    return configuration->finish();
  }
  file->routing = block_routing(file->network);
  auto tables = table_choice(file->rules, *file->routing);
  if (!tables) {
    configuration->add_problems("rules", tables.problems());
    return configuration->finish();
  }
  file->tables = *tables;
  if (!file->rewriting.file.empty()) {
    auto own = read_host_addresses(file->rewriting.file, file->network);
    if (!own) return own.problems();
    file->own_addresses = std::move(*own);
  }
  Node whole = configuration->root();  // with absolute paths, because the text is stored in another folder
  make_files_absolute(whole);
  make_tree_files_absolute(whole);
  file->text = toml_document(whole);
  return file;
}

}  // namespace ebb::inline tasks
