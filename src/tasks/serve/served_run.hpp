// A run in the list of a served page: what is filtered, sorted, shown and plotted. Bulk stays in its store.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/stored_run.hpp"

namespace ebb::inline tasks {

using WordId = std::uint32_t;

/// Each distinct text once, under a number that stays: runs share the names of settings and figures.
class Words {
 public:
  Words() = default;
  Words(const Words&) = delete;
  Words(Words&&) = default;
  Words& operator=(const Words&) = delete;

  WordId number(std::string_view text);
  std::optional<WordId> find(std::string_view text) const;
  const std::string& text(WordId number) const { return texts_[number]; }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, WordId> numbers_;
};

/// A run, or the mean of runs that differ only in their seed.
struct ServedRun {
  std::string id, kind, file, verdict, why, version, finished_utc;
  std::vector<std::string> members;  ///< ids of the runs of a mean; of a single run: its own
  std::size_t source = 0;            ///< its place among the sources of the page
  double wall_s = 0;
  std::vector<std::pair<WordId, WordId>> settings;  ///< name and value, sorted by name
  std::vector<std::pair<WordId, double>> figures;   ///< the same

  std::optional<WordId> setting(WordId name) const;
  std::optional<double> figure(WordId name) const;
};

/// Leaves out the bulk of a stored run, or of a mean of `members`.
ServedRun served_run(const StoredRun& run, const std::vector<std::string>& members, Words& words);

}  // namespace ebb::inline tasks
