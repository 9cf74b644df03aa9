#include "tasks/live/live_server.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "http/access_token.hpp"
#include "http/page_access.hpp"
#include "report/page/html_page.hpp"

namespace ebb::inline tasks {
namespace {

using namespace std::chrono_literals;

constexpr int most_watchers = 4;

/// The longest wait at the end for a busy page: a browser that draws a large network on a slow machine takes
/// seconds. The wait is shorter when the process was asked to stop.
constexpr auto patience = 10s, patience_when_stopped = 3s;

}  // namespace

std::string update_text(const nlohmann::ordered_json& news) {
  return news.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

LiveServer::LiveServer(const std::string& title, std::function<void()> stop)
    : token_(new_token()), page_(live_page(title)), stop_(std::move(stop)) {}

Result<std::unique_ptr<LiveServer>> LiveServer::start(const std::string& title, std::function<void()> stop) {
  std::unique_ptr<LiveServer> live(new LiveServer(title, std::move(stop)));
  auto server = HttpServer::start({.option = "--live", .respond = [self = live.get()](const auto& request) {
                                     HttpResponse response = self->respond(request);
                                     add_page_headers(response);
                                     return response;
                                   }});
  if (!server) return server.problems();
  live->server_ = std::move(*server);
  return live;
}

LiveServer::~LiveServer() { news_.close(); }  // so that no worker waits for events when the server stops

std::string LiveServer::address() const { return page_address(server_->port(), token_); }

void LiveServer::end(const std::string& text, bool whole, const std::function<bool()>& hurried) {
  tell("end", update_text({{"text", text}, {"whole", whole}}));
  news_.close();
  const auto now = [] { return std::chrono::steady_clock::now(); };
  auto until = now() + patience;
  for (bool shortened = false; watchers_ > 0 && now() < until; std::this_thread::sleep_for(20ms))
    if (!shortened && (!whole || (hurried && hurried())))
      shortened = true, until = std::min(until, now() + patience_when_stopped);
}

HttpResponse LiveServer::respond(const HttpRequest& request) {
  if (!admits(request, token_)) return refusal();
  const bool get = request.method == "GET" || request.method == "HEAD";
  if (get && request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  if (get && request.path == "/events") return events();
  if (request.method == "POST" && request.path == "/stop") return ask_to_stop();
  return {.status = 404};
}

HttpResponse LiveServer::events() {
  if (++watchers_ > most_watchers) {
    --watchers_;
    return {.status = 503};
  }
  // It counts as a watcher until the response is destroyed.
  const std::shared_ptr<void> watcher(nullptr, [this](void*) { --watchers_; });
  return {.type = "text/event-stream",
          .stream = [this, watcher, seen = std::uint64_t{0}]() mutable { return news_.after(seen); }};
}

HttpResponse LiveServer::ask_to_stop() {
  // A second request would end the process at once, like a second Ctrl-C.
  if (!asked_to_stop_.exchange(true)) stop_();
  return {.status = 204};
}

}  // namespace ebb::inline tasks
