#include "http/http_protocol.hpp"

#ifdef EBB_HTTP

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

namespace ebb::inline http {
namespace {

/// Lets the library read the head only, so that it cannot wait for a client or store what one sends. Writes
/// wait for a slow client, but not for one that reads nothing.
class HeadStream : public httplib::Stream {
 public:
  explicit HeadStream(const HttpProtocol::Exchange& exchange) : exchange_(exchange) {}

  bool is_readable() const override { return read_ < exchange_.head.size(); }
  /// Called before each part of a body. A client that closes its side between two parts of a stream has
  /// disconnected. Before the first part, it may only have nothing more to send.
  bool is_writable() const override { return can_write(parts_++ > 0 ? POLLRDHUP : 0); }
  ssize_t read(char* bytes, std::size_t size) override {
    const std::size_t count = std::min(size, exchange_.head.size() - read_);
    std::memcpy(bytes, exchange_.head.data() + read_, count);
    read_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* bytes, std::size_t size) override {
    for (std::size_t sent = 0; sent < size;) {
      const ssize_t count = send(exchange_.socket, bytes + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0)
        sent += static_cast<std::size_t>(count);
      else if ((errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) || !can_write(0))
        return -1;
    }
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return exchange_.socket; }

 private:
  /// Waits until the socket is writable. False when the client reads nothing, or shows one of the events
  /// `gone`.
  bool can_write(short gone) const {
    pollfd ready{exchange_.socket, static_cast<short>(POLLOUT | gone), 0};
    return poll(&ready, 1, static_cast<int>(exchange_.write.count())) == 1 &&
           (ready.revents & (POLLERR | gone)) == 0;
  }

  const HttpProtocol::Exchange& exchange_;
  std::size_t read_ = 0;
  mutable int parts_ = 0;
};

HttpRequest plain_request(const httplib::Request& from) {
  HttpRequest request;
  request.method = from.method, request.path = from.path, request.port = from.local_port;
  request.body = from.body;
  for (const auto& [name, value] : from.headers) {
    std::string lower;
    for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    request.headers.emplace(lower, value);
  }
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  return request;
}

void fill_response(HttpResponse from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  if (from.stream)
    to.set_chunked_content_provider(from.type,
                                    [stream = std::move(from.stream)](std::size_t, httplib::DataSink& sink) {
                                      const HttpPart part = stream();
                                      if (!sink.write(part.bytes.data(), part.bytes.size())) return false;
                                      if (part.last) sink.done();
                                      return true;
                                    });
  else if (const std::size_t length = from.body.size())  // read here: arguments are evaluated in any order
    // By a provider: the library would compress a plain body, which takes seconds.
    to.set_content_provider(
        length, from.type,
        [body = std::move(from.body)](std::size_t begin, std::size_t size, httplib::DataSink& sink) {
          return sink.write(body.data() + begin, size);
        });
}

/// Uses only the library's parsing of heads and writing of responses: its listener cannot be stopped before
/// it runs, and its threads wait for slow clients.
class ByHttplib : public HttpProtocol, private httplib::Server {
 public:
  explicit ByHttplib(HttpResponder respond) {
    svr_sock_ = 0;  // any but -1, which would end every streamed response
    // Before the library reads a body or looks for a handler.
    set_pre_routing_handler([respond = std::move(respond)](const auto& request, auto& response) {
      fill_response(respond(plain_request(request)), response);
      return HandlerResponse::Handled;
    });
    set_expect_100_continue_handler([](const auto&, auto& response) { return response.status = 413; });
  }
  void respond(const Exchange& exchange) override {
    HeadStream stream(exchange);
    bool closed = false;
    process_request(stream, true, closed, [&](httplib::Request& request) {
      request.local_port = exchange.port, request.body = exchange.body;
      request.ranges.clear();  // a long list of ranges would make a short request a long response
    });
  }
};

}  // namespace

std::unique_ptr<HttpProtocol> HttpProtocol::make(HttpResponder respond) {
  return std::make_unique<ByHttplib>(std::move(respond));
}

}  // namespace ebb::inline http

#else

namespace ebb::inline http {

std::unique_ptr<HttpProtocol> HttpProtocol::make(HttpResponder) { return nullptr; }

}  // namespace ebb::inline http

#endif
