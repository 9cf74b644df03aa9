#include "http/access_token.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <sstream>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline http {
namespace {

constexpr std::size_t least_characters = 16;

Result<std::string> make_token_file(const std::string& path) {
  const std::string token = new_token(), line = token + "\n";
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  int error = file < 0 ? errno : 0;
  if (file >= 0 && write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) error = ENOSPC;
  if (file >= 0) close(file);
  if (error == 0) return token;
  if (file >= 0) unlink(path.c_str());  // removes an incomplete token that this process created
  return Problem{path, "the token cannot be written there: " + file_error_text(error),
                 "name another file with --token-file"};
}

/// Why other users could know the content of the file.
std::optional<Problem> known_to_others(const std::string& path, const struct stat& found) {
  if (!S_ISREG(found.st_mode))
    return Problem{path, "is not a regular file, so it cannot hold a token",
                   "name another file with --token-file"};
  if (found.st_uid != geteuid())
    return Problem{path, "holds the token, but belongs to another user, who can read it",
                   "remove it, and ebb makes one of your own; or name another file with --token-file"};
  if ((found.st_mode & (S_IRWXG | S_IRWXO)) == 0) return std::nullopt;
  return Problem{path,
                 fmt::format("holds the token, but others may read or write it (mode {:04o})",
                             static_cast<unsigned>(found.st_mode & 07777)),
                 fmt::format("others may know it by now: remove the file, and ebb makes another; or "
                             "`chmod 600 {}`",
                             path)};
}

Result<std::string> read_token(const std::string& path, int file) {
  struct stat found {};
  if (fstat(file, &found) != 0)
    return Problem{path, "cannot be read: " + file_error_text(errno), "name another file with --token-file"};
  if (const auto problem = known_to_others(path, found)) return *problem;
  std::array<char, 4096> bytes{};
  const ssize_t count = read(file, bytes.data(), bytes.size());
  std::istringstream words(std::string(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))));
  std::string token;
  if (words >> token && token.size() >= least_characters) return token;
  return Problem{path, fmt::format("holds no token of at least {} characters", least_characters),
                 "remove it, and ebb makes one"};
}

}  // namespace

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  ENSURE(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool same_token(const std::string& a, const std::string& b) {
  unsigned different = a.size() != b.size();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) different |= static_cast<unsigned>(a[i] ^ b[i]);
  return different == 0;
}

Result<std::string> token_in_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file >= 0) {
    auto token = read_token(path, file);
    close(file);
    return token;
  }
  if (errno == ENOENT) return make_token_file(path);
  if (errno == ELOOP)
    return Problem{path, "is a symbolic link, and a token is read from none",
                   "name the file itself with --token-file"};
  return Problem{path, "cannot be read: " + file_error_text(errno), "name another file with --token-file"};
}

}  // namespace ebb::inline http
