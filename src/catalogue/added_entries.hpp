// The entries that plugins add to a catalogue. Plugins are loaded before anything is read, but a later one is
// safe too: a span returned before stays valid and unchanged.
#pragma once

#include <list>
#include <mutex>
#include <span>
#include <vector>

#include "catalogue/catalogue.hpp"

namespace ebb::inline catalogue {

template <class Base>
class AddedEntries {
 public:
  /// Returns those of this process. Loaded plugins are never unloaded, and neither are their entries.
  static AddedEntries& of_program() {
    static AddedEntries added;
    return added;
  }

  void add(const Entry<Base>& entry) {
    const std::lock_guard lock(mutex_);
    added_.push_back(entry);
  }

  /// Returns a catalogue's own entries, followed by the added ones.
  std::span<const Entry<Base>> after(std::span<const Entry<Base>> own) {
    const std::lock_guard lock(mutex_);
    if (added_.empty()) return own;
    const std::size_t all = own.size() + added_.size();
    if (joined_.empty() || joined_.back().size() != all) {
      auto& joined = joined_.emplace_back(own.begin(), own.end());
      joined.insert(joined.end(), added_.begin(), added_.end());
    }
    return joined_.back();
  }

 private:
  std::mutex mutex_;
  std::vector<Entry<Base>> added_;
  std::list<std::vector<Entry<Base>>> joined_;  ///< the last one is up to date
};

}  // namespace ebb::inline catalogue
