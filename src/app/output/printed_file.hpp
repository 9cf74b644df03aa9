// -o of commands that print their result: what they print goes into a file instead, whole or not at all.
#pragma once

#include <cstdio>
#include <string>

#include "base/problem.hpp"
#include "base/whole_file.hpp"

namespace ebb::inline app {

/// Why the file may not be printed into; empty when it may. What is there already is replaced only by
/// --force, and never a configuration, a trace or a store: a slip of names must not cost them.
std::string check_printed_file(const std::string& file);

class PrintedFile {
 public:
  PrintedFile() = default;
  PrintedFile(const PrintedFile&) = delete;
  PrintedFile& operator=(const PrintedFile&) = delete;
  ~PrintedFile();  ///< standard output is what it was

  /// From now on standard output goes into the file. Returns why it cannot; empty when it does.
  std::string begin(const std::string& file, Existing existing);
  /// Writes it, unless nothing was printed; what is wrong otherwise.
  Problems finish();

 private:
  void give_back();

  std::string file_;
  Existing existing_ = Existing::is_kept;
  std::FILE* kept_ = nullptr;  ///< what is printed meanwhile; it has no name
  int stdout_ = -1;            ///< standard output as it was
};

}  // namespace ebb::inline app
