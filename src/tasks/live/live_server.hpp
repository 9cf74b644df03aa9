// The live page of a run, on this machine only. The run leaves its latest events here and continues; clients
// fetch them. So an absent, slow or hostile browser does not delay the run. All it can do is request a stop.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/result.hpp"
#include "http/http_message.hpp"
#include "http/http_server.hpp"
#include "tasks/live/live_updates.hpp"

namespace ebb::inline tasks {

/// An event as one line of JSON. Invalid UTF-8 is replaced and never throws.
std::string update_text(const nlohmann::ordered_json& news);

class LiveServer {
 public:
  /// Serves on a free loopback port, with a random token. `stop` is called on another thread when the page
  /// requests it. Fails where ebb was built without cpp-httplib.
  static Result<std::unique_ptr<LiveServer>> start(const std::string& title, std::function<void()> stop);
  ~LiveServer();
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;

  /// The address of the page, with its token.
  std::string address() const;
  /// Replaces the latest event of one kind ("progress", "charts", "network"): a line of JSON. Never blocks.
  void tell(const std::string& kind, std::string json) { news_.put(kind, std::move(json)); }
  /// Sends the last event. Waits until all clients have it, for at most ten seconds, or three when the run is
  /// incomplete or `hurried` reports a request to stop.
  void end(const std::string& text, bool whole, const std::function<bool()>& hurried = {});

 private:
  LiveServer(const std::string& title, std::function<void()> stop);

  HttpResponse respond(const HttpRequest& request);
  HttpResponse events();
  HttpResponse ask_to_stop();

  const std::string token_, page_;
  const std::function<void()> stop_;
  std::atomic<bool> asked_to_stop_{false};
  std::atomic<int> watchers_{0};
  LiveUpdates news_;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace ebb::inline tasks
