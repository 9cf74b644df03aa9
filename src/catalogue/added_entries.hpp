// The lines that plugins add to a catalogue. A plugin is loaded before anything is read, but nothing breaks
// if it comes later: a span that was handed out before stays as it was.
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
  /// Returns those of this process. Plugins are part of the program once they are loaded, and so is this.
  static AddedEntries& of_program() {
    static AddedEntries added;
    return added;
  }

  void add(const Entry<Base>& entry) {
    const std::lock_guard lock(mutex_);
    added_.push_back(entry);
  }

  /// Returns a catalogue's own lines, and after them the added ones.
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
