// Asks a server on this machine as a browser would, and reads its answer when it likes.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

namespace ebb::inline app {

class Asked {
 public:
  /// `header` is nothing, or lines that end with a newline.
  Asked(int port, const std::string& path, const std::string& header = "")
      : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_in address{.sin_family = AF_INET,
                              .sin_port = htons(static_cast<std::uint16_t>(port)),
                              .sin_addr = {htonl(INADDR_LOOPBACK)},
                              .sin_zero = {}};
    const std::string text = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                             "\r\nConnection: close\r\n" + header + "\r\n";
    if (connect(file_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      (void)!write(file_, text.data(), text.size());
  }
  ~Asked() { close(file_); }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  /// The next part of the answer; nothing after its end, or where nobody answers.
  std::string next() {
    char bytes[4096];
    const ssize_t n = read(file_, bytes, sizeof bytes);
    return n > 0 ? std::string(bytes, static_cast<std::size_t>(n)) : "";
  }
  /// The rest of it.
  std::string rest() {
    std::string text;
    for (std::string part; !(part = next()).empty();) text += part;
    return text;
  }

 private:
  const int file_;
};

}  // namespace ebb::inline app
