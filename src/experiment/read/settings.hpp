// What a user adds to the configuration files of a job.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ebb::inline experiment {

/// Gets a notice on a file, such as "mine.toml:2:1: flow.name: "class_pause" is now spelled "pfc"": nothing
/// is wrong, but the user should know.
using NoticeListener = std::function<void(const std::string&)>;

/// Settings, "section.key=value", which take precedence over the file; and who gets the notices on both. A
/// job passes them on together to whatever reads its files. They are copied with their listener.
struct Settings : std::vector<std::string> {
  Settings() = default;
  using vector::vector;
  Settings(std::vector<std::string> texts)
      : vector(std::move(texts)) {}  // NOLINT: lists of texts are settings

  void give_notice(const std::string& notice) const {
    if (on_notice) on_notice(notice);
  }

  NoticeListener on_notice;  ///< called each time that a file is read; may be empty
};

}  // namespace ebb::inline experiment
