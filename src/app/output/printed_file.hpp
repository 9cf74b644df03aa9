// -o of commands that print their result: the output goes to a file, atomically.
#pragma once

#include <cstdio>
#include <string>

#include "base/problem.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline app {

/// Why the file cannot be used; empty when it can. An existing file is replaced only with --force. A trace or
/// a store is never replaced, so that a typing error cannot destroy it, and a configuration only by a command
/// that prints one.
std::string check_printed_file(const std::string& file, bool prints_toml);

class PrintedFile {
 public:
  PrintedFile() = default;
  PrintedFile(const PrintedFile&) = delete;
  PrintedFile& operator=(const PrintedFile&) = delete;
  ~PrintedFile();  ///< restores standard output

  /// Redirects standard output to the file. Returns why it cannot; empty when it does.
  std::string begin(const std::string& file, Existing existing);
  /// Writes the file, unless nothing was printed. Returns problems.
  Problems finish();

 private:
  void give_back();

  std::string file_;
  Existing existing_ = Existing::is_kept;
  std::FILE* kept_ = nullptr;  ///< an unnamed file with the output so far
  int stdout_ = -1;            ///< the original standard output
};

}  // namespace ebb::inline app
