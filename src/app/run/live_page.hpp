// The live page of a run or a study: how far it is, and the charts and the network of its report as they are
// by now.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/run/live_server.hpp"
#include "report/document/document.hpp"

namespace ebb::inline app {

/// Nothing where no page is wanted.
class LivePage {
 public:
  /// Serves the page and says where it is. Whoever asks there to stop is taken for Ctrl-C.
  Problems start(const std::string& title);
  bool on() const { return server_ != nullptr; }

  /// `share` of the whole is done.
  void progress(const std::string& text, double share, const std::string& figures = "");
  /// What can be drawn of a report; its texts and tables wait for the end.
  void show(const Document& document);
  /// The last word, which waits for slow pages (LiveServer::end), for less once `hurried` is true.
  void end(const std::string& text, bool whole = true, const std::function<bool()>& hurried = {});

 private:
  std::unique_ptr<LiveServer> server_;
  std::shared_ptr<const nlohmann::ordered_json> network_;  ///< the one that was told of last
};

}  // namespace ebb::inline app
