// The page that follows a run, on this machine only. The run leaves its latest news here and goes on; whoever
// looks fetches them. So an absent, slow or hostile browser costs the run nothing, and can do nothing but ask
// it to stop.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/http/http_server.hpp"
#include "app/run/live_news.hpp"
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
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  /// Where the page is, token included.
  std::string address() const;
  /// Replaces the latest news of one kind ("progress", "charts", "network"): a line of JSON. Never waits for
  /// anybody.
  void tell(const std::string& kind, std::string json) { news_.put(kind, std::move(json)); }
  /// The last word. Waits until those who look have heard it, but for no longer than ten seconds, or three
  /// when the run is not whole or `hurried` says that the process has been asked to end.
  void end(const std::string& text, bool whole, const std::function<bool()>& hurried = {});

 private:
  LiveServer(const std::string& title, std::function<void()> stop);

  HttpResponse respond(const HttpRequest& request);
  bool admits(const HttpRequest& request) const;
  HttpResponse events();
  HttpResponse ask_to_stop();

  const std::string token_, page_;
  const std::function<void()> stop_;
  std::atomic<bool> asked_to_stop_{false};
  std::atomic<int> watchers_{0};
  LiveNews news_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace ebb::inline app
