// An HTTP server on the loopback for a few clients, of which any may be slow, broken or hostile. It knows
// nothing of what is served.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/http/http_protocol.hpp"
#include "app/http/idle_connections.hpp"
#include "base/result.hpp"

namespace ebb::inline app {

/// Listens from start() until stop(), with threads of its own, which take no signals.
///
/// One thread accepts connections and reads requests, never waiting for any of them; workers write responses.
/// So a client without a token, whose response is a few bytes, holds nobody up. The socket listens before
/// start() returns, and stop() works from then on, whether or not a thread has begun to run.
class HttpServer {
 public:
  struct Settings {
    std::string option;       ///< that asked for it; problems are reported under this name
    int port = 0;             ///< of 127.0.0.1; 0: any that is free
    HttpResponder respond{};  ///< called by several threads at once
    HttpLimits limits{};
  };
  static Result<std::unique_ptr<HttpServer>> start(Settings settings);
  ~HttpServer() { stop(); }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Ends within a fraction of a second, whatever its clients do: responses that are under way have a moment
  /// to be finished, then their connections are cut. Called by one thread.
  void stop();

 private:
  HttpServer(int listener, int wake, int port, std::unique_ptr<HttpProtocol> protocol, HttpLimits limits);

  void start_threads();
  void listen();
  void accept_some(IdleConnections& idle) const;
  void hand_over(std::vector<IdleConnections::Ready> requests);
  void take_answered(IdleConnections& idle);
  void wake_up() const;
  void work();
  void cut_workers_off();

  const int listener_, wake_, port_;
  const HttpLimits limits_;
  const std::unique_ptr<HttpProtocol> protocol_;
  std::atomic<bool> stopping_{false};  ///< nobody is accepted any more

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable changed_;
  std::deque<IdleConnections::Ready> requests_;  ///< that wait for a worker
  std::set<int> busy_;                           ///< sockets of workers
  std::vector<int> answered_;                    ///< sockets that workers are done with
  bool cut_off_ = false;                         ///< workers end

  std::thread listening_;
  std::vector<std::thread> workers_;
};

}  // namespace ebb::inline app
