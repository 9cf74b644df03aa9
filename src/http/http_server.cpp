#include "http/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/problem.hpp"

namespace ebb::inline http {
namespace {

using namespace std::chrono_literals;

/// Time for current responses to finish when the server is stopped.
constexpr auto last_moment = 200ms;

/// Threads that start during its lifetime block all signals, which are for the main thread.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

/// Returns a listening socket, or -1 with errno. `port` becomes its port.
int listen_on(in_addr at, int& port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return -1;
  sockaddr_in address{.sin_family = AF_INET,
                      .sin_port = htons(static_cast<std::uint16_t>(port)),
                      .sin_addr = at,
                      .sin_zero = {}};
  socklen_t size = sizeof address;
  // A port whose last server has just ended can be used again; one with a listener cannot.
  const int yes = 1;
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(file, reinterpret_cast<const sockaddr*>(&address), size) != 0 || listen(file, SOMAXCONN) != 0 ||
      getsockname(file, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    const int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  port = ntohs(address.sin_port);
  return file;
}

Problem cannot_listen(const HttpServer::Settings& settings, int error) {
  if (settings.port == 0)
    return {settings.option, fmt::format("no port of the loopback could be opened: {}", std::strerror(error)),
            "leave it out, or look at the limits of this machine"};
  return {settings.option,
          fmt::format("port {} of {} cannot be listened on: {}", settings.port,
                      settings.address.empty() ? "loopback" : settings.address, std::strerror(error)),
          error == EADDRNOTAVAIL
              ? "name an address of this machine (`ip address`), or 0.0.0.0 for all of them"
              : "another program may have it: name another one"};
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::start(Settings settings) {
  auto protocol = HttpProtocol::make(std::move(settings.respond));
  if (!protocol)
    return Problem{settings.option, "this ebb was built without a web server",
                   "install libcpp-httplib-dev and build it again, or leave it out"};
  in_addr at{htonl(INADDR_LOOPBACK)};
  if (!settings.address.empty() && inet_pton(AF_INET, settings.address.c_str(), &at) != 1)
    return Problem{settings.option, fmt::format("\"{}\" is no IPv4 address", settings.address),
                   "for example 192.0.2.7, or 0.0.0.0 for all addresses of this machine"};
  int port = settings.port;
  const int listener = listen_on(at, port), error = errno;
  if (listener < 0) return cannot_listen(settings, error);
  const int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::unique_ptr<HttpServer> server(
      new HttpServer(listener, wake, port, std::move(protocol), settings.limits));
  if (wake < 0) return cannot_listen(settings, EMFILE);
  try {
    server->start_threads();
  } catch (const std::system_error& no_thread) {
    return cannot_listen(settings, no_thread.code().value());
  }
  return server;
}

HttpServer::HttpServer(int listener, int wake, int port, std::unique_ptr<HttpProtocol> protocol,
                       HttpLimits limits)
    : listener_(listener), wake_(wake), port_(port), limits_(limits), protocol_(std::move(protocol)) {}

void HttpServer::start_threads() {
  const SignalsHeld held;
  for (std::size_t i = 0; i < limits_.workers; ++i) workers_.emplace_back([this] { work(); });
  listening_ = std::thread([this] { listen(); });
}

void HttpServer::wake_up() const {
  const std::uint64_t one = 1;
  (void)!write(wake_, &one, sizeof one);
}

/// Runs until stop(). Blocks only in poll(), where wake_up() ends the wait, also one that has not begun.
void HttpServer::listen() {
  IdleConnections idle(limits_);
  std::vector<pollfd> events;
  while (!stopping_) {
    events = {{wake_, POLLIN, 0}, {listener_, POLLIN, 0}};
    idle.watch(events);
    const auto deadline = idle.next_deadline();
    const auto left =
        deadline ? std::chrono::ceil<std::chrono::milliseconds>(*deadline - IdleConnections::Clock::now())
                 : -1ms;
    if (poll(events.data(), events.size(), static_cast<int>(deadline ? std::max(left, 0ms).count() : -1)) < 0)
      for (pollfd& event : events) event.revents = 0;
    hand_over(idle.read(std::span(events).subspan(2)));
    if (events[0].revents != 0) take_answered(idle);
    if (events[1].revents != 0) accept_some(idle);
  }
}

/// Accepts a few at a time, so that requests are read in between and none loses its place.
void HttpServer::accept_some(IdleConnections& idle) const {
  for (std::size_t i = 0; i < limits_.connections / 4 + 1; ++i) {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket >= 0)
      idle.add_new(socket);
    else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)
      return std::this_thread::sleep_for(10ms);  // the connection stays in the kernel's queue
    else if (errno == EAGAIN)
      return;
  }
}

void HttpServer::hand_over(std::vector<IdleConnections::Ready> requests) {
  for (IdleConnections::Ready& request : requests) {
    std::unique_lock lock(mutex_);
    if (requests_.size() >= limits_.connections) {
      lock.unlock();
      close_with(request.socket, "503 Service Unavailable");
      continue;
    }
    requests_.push_back(std::move(request));
    changed_.notify_all();
  }
}

void HttpServer::take_answered(IdleConnections& idle) {
  std::uint64_t count = 0;
  (void)!read(wake_, &count, sizeof count);
  const std::lock_guard lock(mutex_);
  for (const int socket : answered_) idle.add_answered(socket);
  answered_.clear();
}

void HttpServer::work() {
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [&] { return cut_off_ || !requests_.empty(); });
    if (cut_off_) return;
    IdleConnections::Ready request = std::move(requests_.front());
    requests_.pop_front();
    busy_.insert(request.socket);
    lock.unlock();
    protocol_->respond(
        {request.socket, port_, std::move(request.head), std::move(request.body), limits_.write});
    lock.lock();
    busy_.erase(request.socket);
    answered_.push_back(request.socket);
    changed_.notify_all();
    wake_up();
  }
}

void HttpServer::cut_workers_off() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, last_moment, [&] { return requests_.empty() && busy_.empty(); });
  cut_off_ = true;
  for (const int socket : busy_) shutdown(socket, SHUT_RDWR);
  changed_.notify_all();
}

void HttpServer::stop() {
  if (stopping_.exchange(true)) return;
  wake_up();
  if (listening_.joinable()) listening_.join();
  cut_workers_off();
  for (std::thread& worker : workers_) worker.join();
  for (const int socket : answered_) close_connection(socket);
  for (const IdleConnections::Ready& request : requests_) close_connection(request.socket);
  if (wake_ >= 0) close(wake_);
  close(listener_);
}

}  // namespace ebb::inline http
