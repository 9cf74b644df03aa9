// The live page of a run or a study: its progress, and the current charts and network of its report.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/problem.hpp"
#include "report/document/document.hpp"
#include "tasks/live/live_list.hpp"
#include "tasks/live/live_server.hpp"

namespace ebb::inline tasks {

/// Does nothing where no page is wanted.
class LivePage {
 public:
  /// Serves the page. `stop` is called on another thread when the page requests it.
  Problems start(const std::string& title, std::function<void()> stop);
  bool on() const { return server_ != nullptr; }
  /// The address of the page, with its token; only where it is on.
  std::string address() const { return server_->address(); }

  /// `share` of the whole is done.
  void progress(const std::string& text, double share, const std::string& figures = "");
  /// Shows the charts of a report; texts and tables follow at the end.
  void show(const Document& document);
  /// Sends the last event and waits for slow pages (LiveServer::end), for less once `hurried` is true.
  void end(const std::string& text, bool whole = true, const std::function<bool()>& hurried = {});

 private:
  std::unique_ptr<LiveServer> server_;
  std::unique_ptr<LiveListing> listing_;                   ///< for `ebb serve`
  std::shared_ptr<const nlohmann::ordered_json> network_;  ///< the last one that was sent
};

}  // namespace ebb::inline tasks
