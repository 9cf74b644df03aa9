// Test clients for a local server: well-behaved like a browser, or hostile.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

namespace ebb::inline http {

/// A connection with full control of what is sent and read, and when.
class RawClient {
 public:
  explicit RawClient(int port, const char* at = "127.0.0.1")
      : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_in address{.sin_family = AF_INET,
                              .sin_port = htons(static_cast<std::uint16_t>(port)),
                              .sin_addr = {inet_addr(at)},
                              .sin_zero = {}};
    connected_ = connect(file_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { close(file_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return connected_; }
  /// False when the server has closed the connection.
  bool send(const std::string& text) {
    return ::send(file_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }
  /// The next part of the response; nothing after its end, or without a response.
  std::string next() {
    char bytes[4096];
    const ssize_t n = read(file_, bytes, sizeof bytes);
    return n > 0 ? std::string(bytes, static_cast<std::size_t>(n)) : "";
  }
  /// The rest of the response.
  std::string rest() {
    std::string text;
    for (std::string part; !(part = next()).empty();) text += part;
    return text;
  }

 private:
  const int file_;
  bool connected_ = false;
};

/// Sends a whole request; `header` is empty, or lines that end with a newline.
class Asked : public RawClient {
 public:
  Asked(int port, const std::string& path, const std::string& header = "", const std::string& method = "GET")
      : RawClient(port) {
    send(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
         "\r\nConnection: close\r\n" + header + "\r\n");
  }
};

/// Sends a chunked body of up to `megabytes` until the server closes the connection, and returns the
/// response.
inline std::string response_to_endless_body(int port, const std::string& path, int megabytes) {
  Asked client(port, path, "Transfer-Encoding: chunked\r\n", "POST");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  for (int i = 0; i < 16 * megabytes && client.send(chunk); ++i) continue;
  return client.rest();
}

inline std::chrono::duration<double> seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::steady_clock::now() - start;
}

/// Resident memory of this process.
inline double resident_megabytes() {
  double total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

}  // namespace ebb::inline http
