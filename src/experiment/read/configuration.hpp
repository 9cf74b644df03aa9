// A whole configuration file, section by section. `ebb plan` and `ebb run` read the same files: each reads
// the sections it needs and ignores those of the other. Unknown sections are refused. Reading continues after
// a problem; finish() returns them all.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "catalogue/catalogue.hpp"
#include "config/node.hpp"
#include "experiment/read/settings.hpp"

namespace ebb::inline experiment {

/// A section that some command knows, with its purpose.
struct SectionInfo {
  std::string_view name, summary;
};
std::span<const SectionInfo> known_sections();

/// Returns the value at a dotted path such as "traffic.sizes.size", null when there is none.
const Node* find_path(const Node& root, std::string_view path);

/// Puts `value` at a dotted path such as "traffic.sizes.size", and creates tables on the way. A bare name on
/// the way becomes a table with that name.
void set_path(Node& root, std::string_view path, const Node& value);

/// The keys of [trees] that name files.
inline constexpr std::array<std::string_view, 2> tree_file_keys{"trees.file", "trees.schedule"};

class Configuration {
 public:
  /// `settings` are "section.key=value" from the command line; they override the file. A value that is no
  /// TOML is taken as text, so that rate=40Gb/s needs no quotes. Files named by [topology], [traffic] and
  /// [trees] are looked up beside the configuration file (config/placed_files.hpp). Notices on old spellings
  /// go to the listener of the settings.
  static Result<Configuration> read(const std::string& path, const Settings& settings = {});
  /// The position of a value from the command line begins with these words.
  static constexpr std::string_view set_option = "--set ";

  /// Takes a tree that was read before.
  static Configuration of(const std::string& path, Node root, Problems problems = {});

  /// Returns the same file with another tree, whose files have been found already.
  Configuration with_root(Node root) const {
    Configuration changed = *this;
    changed.root_ = std::move(root);
    return changed;
  }

  const std::string& path() const { return path_; }
  const Node& root() const { return root_; }
  Problems& problems() { return problems_; }

  /// Fills and checks `config`. Where the file has no such section the defaults stay. `also` lists keys that
  /// the caller reads itself.
  template <class C>
  void section(std::string_view name, C& config, std::vector<std::string> also = {}) {
    if (const Node* table = table_of(name, false)) read_table(*table, name, config, std::move(also));
  }

  /// Does the same for the table at a key of a section. Returns its node, null where there is none.
  template <class C>
  const Node* subsection(std::string_view name, std::string_view key, C& config) {
    const Node* section = table_of(name, false);
    const Node* table = section ? section->find(key) : nullptr;
    if (table) read_table(*table, fmt::format("{}.{}", name, key), config, {});
    return table;
  }

  /// Reads a section whose `name` selects what it configures. The section is required. Null when problems
  /// were added.
  template <class Base>
  std::unique_ptr<Base> named_section(std::string_view name, std::span<const Entry<Base>> catalogue) {
    const Node* table = table_of(name, true);
    return table ? read_named(catalogue, *table, name, problems_) : nullptr;
  }

  /// Adds the position in the file to problems whose `where` is a key of the section.
  void add_problems(std::string_view section, Problems found);

  /// Refuses unknown sections and returns every problem found so far.
  Problems finish();

 private:
  const Node* table_of(std::string_view name, bool required);
  template <class C>
  void read_table(const Node& table, std::string_view path, C& config, std::vector<std::string> also) {
    const std::size_t before = problems_.size();
    read_fields(table, path, config, problems_, std::move(also));
    if (problems_.size() > before) return;
    Problems found;
    if constexpr (requires { config.check(); }) found = config.check();
    found = with_ranges(config, std::move(found));
    locate(found, table, path, problems_);
  }

  std::string path_;
  Node root_;
  Problems problems_;
};

}  // namespace ebb::inline experiment
