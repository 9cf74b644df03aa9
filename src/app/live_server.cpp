#include "app/live_server.hpp"

#include <nlohmann/json.hpp>

namespace ebb::inline app {

std::string news_text(const nlohmann::ordered_json& news) {
  return news.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace ebb::inline app

#ifdef EBB_HTTP

#include <fmt/format.h>
#include <httplib.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "report/page/html_page.hpp"

namespace ebb::inline app {
namespace {

using namespace std::chrono_literals;

constexpr int most_watchers = 4;

/// For how long a page may be busy with news, and still hears the last word: a browser that draws a large
/// network on a slow machine takes seconds.
constexpr auto patience = 10'000ms;

/// 128 bits from the operating system.
std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

/// Takes as long wherever the first difference is.
bool same(const std::string& a, const std::string& b) {
  unsigned difference = a.size() != b.size();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

/// The latest news of each kind, numbered in the order in which they came.
class News {
 public:
  void put(const std::string& kind, std::string json) {
    {
      const std::lock_guard lock(mutex_);
      latest_[kind] = {++last_, std::move(json)};
    }
    changed_.notify_all();
  }
  struct Part {
    std::string events;
    bool last = false;  ///< nothing will follow
  };
  /// What came after number `seen`, as server-sent events; waits a second for it. `seen` becomes the last
  /// one.
  Part after(std::uint64_t& seen) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 1s, [&] { return last_ > seen || closed_; });
    std::map<std::uint64_t, std::string> in_order;  // whoever hears the last word listens no more
    for (const auto& [kind, news] : latest_)
      if (news.number > seen) in_order[news.number] = fmt::format("event: {}\ndata: {}\n\n", kind, news.json);
    std::string events;
    for (const auto& [number, event] : in_order) events += event;
    seen = last_;
    return {events.empty() ? ": still there\n\n" : events, closed_};
  }
  /// From now on there is no other news.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 private:
  struct One {
    std::uint64_t number = 0;
    std::string json;
  };
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, One> latest_;
  std::uint64_t last_ = 0;
  bool closed_ = false;
};

class HttpServer : public LiveServer {
 public:
  HttpServer(const std::string& title, std::function<void()> stop)
      : token_(new_token()), page_(live_page(title)), stop_(std::move(stop)) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(most_watchers + 4); };
    server_.set_payload_max_length(1024);
    server_.set_read_timeout(2s);
    server_.set_write_timeout(patience);
    server_.set_keep_alive_max_count(1);
    server_.set_pre_routing_handler(
        [this](const auto& request, auto& response) { return admit(request, response); });
    // In parts, because the library would compress a whole one, which takes longer than a second.
    server_.Get("/", [this](const auto&, auto& response) {
      response.set_content_provider(page_.size(), "text/html; charset=utf-8",
                                    [this](std::size_t from, std::size_t length, httplib::DataSink& out) {
                                      return out.write(page_.data() + from, length);
                                    });
    });
    server_.Get("/events", [this](const auto&, auto& response) { serve_events(response); });
    server_.Post("/stop", [this](const auto&, auto& response) {
      // A second wish would end the process at once, as a second Ctrl-C does.
      if (!asked_to_stop_.exchange(true)) stop_();
      response.status = 204;
    });
  }
  ~HttpServer() override {
    news_.close();
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

  bool begin() {
    port_ = server_.bind_to_any_port("127.0.0.1");
    if (port_ <= 0) return false;
    // Signals are for those who run something: none may be taken here, where nobody waits for it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
  }
  std::string address() const override { return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_); }
  void tell(const std::string& kind, std::string json) override { news_.put(kind, std::move(json)); }
  void end(const std::string& text, bool whole) override {
    tell("end", news_text({{"text", text}, {"whole", whole}}));
    news_.close();
    for (auto left = patience; watchers_ > 0 && left > 0ms; left -= 20ms) std::this_thread::sleep_for(20ms);
  }

 private:
  /// Only this machine's own page, with its token: another origin, another name for this host, or a wrong
  /// token is refused before anything is looked at.
  httplib::Server::HandlerResponse admit(const httplib::Request& request, httplib::Response& response) {
    const std::string here = fmt::format("127.0.0.1:{}", port_), local = fmt::format("localhost:{}", port_);
    const std::string host = request.get_header_value("Host"), origin = request.get_header_value("Origin");
    response.set_header(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cache-Control", "no-store");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    const bool known_host = host == here || host == local;
    const bool known_origin = origin.empty() || origin == "http://" + here || origin == "http://" + local;
    if (known_host && known_origin && same(request.get_param_value("token"), token_))
      return httplib::Server::HandlerResponse::Unhandled;
    response.status = 403;
    response.set_content(
        "refused: the address that ebb printed, with its token, is the only one that works\n", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  }

  void serve_events(httplib::Response& response) {
    if (++watchers_ > most_watchers) {
      --watchers_;
      response.status = 503;
      return;
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, seen = std::uint64_t{0}](std::size_t, httplib::DataSink& sink) mutable {
          const News::Part part = news_.after(seen);
          if (!sink.write(part.events.data(), part.events.size())) return false;
          if (part.last) sink.done();
          return true;
        },
        [this](bool) { --watchers_; });
  }

  const std::string token_, page_;
  const std::function<void()> stop_;
  std::atomic<bool> asked_to_stop_{false};
  std::atomic<int> watchers_{0};
  News news_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<LiveServer>> LiveServer::start(const std::string& title, std::function<void()> stop) {
  auto server = std::make_unique<HttpServer>(title, std::move(stop));
  if (!server->begin())
    return Problem{"--live", "no port of the loopback could be opened",
                   "leave --live out, or look at the limits of this machine"};
  return std::unique_ptr<LiveServer>(std::move(server));
}

}  // namespace ebb::inline app

#else

namespace ebb::inline app {

Result<std::unique_ptr<LiveServer>> LiveServer::start(const std::string&, std::function<void()>) {
  return Problem{"--live", "this ebb was built without a web server",
                 "install libcpp-httplib-dev and build it again, or make a --report at the end"};
}

}  // namespace ebb::inline app

#endif
