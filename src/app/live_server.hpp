// The page that follows a run, on this machine only. The run leaves its latest news here and goes on; whoever
// looks fetches them. So an absent, slow or hostile browser costs the run nothing, and can do nothing but ask
// it to stop.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.hpp"

namespace ebb::inline app {

/// News as one line; bytes that are no UTF-8 are replaced, never thrown over.
std::string news_text(const nlohmann::ordered_json& news);

class LiveServer {
 public:
  /// Begins to serve on a free port of the loopback, with a token that nobody can guess. `stop` is
  /// called, by another thread, when the page asks for it. A problem where this ebb was built without
  /// cpp-httplib.
  static Result<std::unique_ptr<LiveServer>> start(const std::string& title, std::function<void()> stop);
  virtual ~LiveServer() = default;

  /// Where the page is, token included.
  virtual std::string address() const = 0;
  /// Replaces the latest news of one kind ("progress", "charts", "network"): a line of JSON. Never waits for
  /// anybody.
  virtual void tell(const std::string& kind, std::string json) = 0;
  /// The last word. Waits until those who look have heard it, but for no longer than ten seconds.
  virtual void end(const std::string& text, bool whole) = 0;
};

}  // namespace ebb::inline app
