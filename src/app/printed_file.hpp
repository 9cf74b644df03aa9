// -o of commands that print their result: what they print goes into a file instead, whole or not at all.
#pragma once

#include <cstdio>
#include <string>

#include "base/problem.hpp"

namespace ebb::inline app {

/// Why the file may not be printed into; empty when it may. What is there already is replaced, but a slip of
/// names must not cost a configuration or a trace.
std::string check_printed_file(const std::string& file);

class PrintedFile {
 public:
  PrintedFile() = default;
  PrintedFile(const PrintedFile&) = delete;
  PrintedFile& operator=(const PrintedFile&) = delete;
  ~PrintedFile();  ///< standard output is what it was

  /// From now on standard output goes into the file.
  void begin(const std::string& file);
  /// Writes it, unless nothing was printed; what is wrong otherwise.
  Problems finish();

 private:
  void give_back();

  std::string file_;
  std::FILE* kept_ = nullptr;  ///< what is printed meanwhile; it has no name
  int stdout_ = -1;            ///< standard output as it was
};

}  // namespace ebb::inline app
