// A secret that clients of a server must send.
#pragma once

#include <string>

#include "base/result.hpp"

namespace ebb::inline http {

/// 128 random bits from the kernel, as text.
std::string new_token();

/// Compares two tokens in constant time.
bool same_token(const std::string& a, const std::string& b);

/// Reads the token from a file, or creates the file with a new one. A file that another user can read or has
/// created, or that is not a regular file (a symbolic link), is refused: others could know the token.
Result<std::string> token_in_file(const std::string& path);

}  // namespace ebb::inline http
