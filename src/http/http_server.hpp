// An HTTP server for a few clients, any of which may be slow, broken or hostile: on loopback, unless its user
// names another address. It is independent of what is served.
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

#include "base/result.hpp"
#include "http/http_protocol.hpp"
#include "http/idle_connections.hpp"

namespace ebb::inline http {

/// Listens from start() until stop(), on its own threads, which block all signals.
///
/// One thread accepts connections and reads requests without waiting for any of them; workers write
/// responses. So a client without a token, whose response is a few bytes, delays no other. The socket listens
/// before start() returns, and stop() works from then on, whether or not a thread has begun to run.
class HttpServer {
 public:
  struct Settings {
    std::string option;        ///< its command-line option, for problems
    int port = 0;              ///< 0: any free port
    std::string address = "";  ///< of IPv4; empty: loopback
    HttpResponder respond{};   ///< called by several threads at a time
    HttpLimits limits{};
  };
  static Result<std::unique_ptr<HttpServer>> start(Settings settings);
  ~HttpServer() { stop(); }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  /// Stops within a fraction of a second, whatever its clients do: current responses have a short time to
  /// finish, then their connections are closed. To be called by one thread.
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
  std::atomic<bool> stopping_{false};  ///< no more connections are accepted

  std::mutex mutex_;  ///< protects all that follows
  std::condition_variable changed_;
  std::deque<IdleConnections::Ready> requests_;  ///< complete requests that wait for a worker
  std::set<int> busy_;                           ///< sockets in use by workers
  std::vector<int> answered_;                    ///< sockets whose response is written
  bool cut_off_ = false;                         ///< workers end

  std::thread listening_;
  std::vector<std::thread> workers_;
};

}  // namespace ebb::inline http
