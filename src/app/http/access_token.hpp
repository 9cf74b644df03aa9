// A secret that a client of a server has to send.
#pragma once

#include <string>

#include "base/result.hpp"

namespace ebb::inline app {

/// 128 random bits of the kernel, as text.
std::string new_token();

/// Whether two tokens are the same; takes as long for a wrong one as for the right one.
bool same_token(const std::string& a, const std::string& b);

/// The token in a file, which is made with a new one where there is none. A file that another user may read
/// or has made, or that is no regular file (a symbolic link), is refused: others could know the token.
Result<std::string> token_in_file(const std::string& path);

}  // namespace ebb::inline app
