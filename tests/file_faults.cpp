// For LD_PRELOAD: makes one call that changes files fail, the one with the number EBB_FAULT_AT, with the
// error EBB_FAULT_ERROR; all later ones work again. Without a number it only counts them. Calls on the
// standard streams, pipes and devices are none of them. The count is written to the file EBB_FAULT_COUNT at
// the end.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<long> calls{0};
const pid_t first_process = getpid();

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool fails() {
  static const char* const at = std::getenv("EBB_FAULT_AT");
  static const char* const error = std::getenv("EBB_FAULT_ERROR");
  if (++calls != (at ? std::atol(at) : 0)) return false;
  errno = error ? std::atoi(error) : ENOSPC;
  return true;
}

bool is_file(int descriptor) {
  struct stat about {};
  return descriptor > 2 && fstat(descriptor, &about) == 0 &&
         (S_ISREG(about.st_mode) || S_ISDIR(about.st_mode));
}

struct Report {
  ~Report() {
    const char* path = std::getenv("EBB_FAULT_COUNT");
    if (!path || getpid() != first_process) return;
    if (std::FILE* file = std::fopen(path, "w")) std::fprintf(file, "%ld\n", calls.load()), std::fclose(file);
  }
} report;

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
  if (is_file(file) && fails()) return -1;
  return real<ssize_t (*)(int, const void*, size_t)>("write")(file, bytes, count);
}
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t offset) {
  if (is_file(file) && fails()) return -1;
  return real<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64")(file, bytes, count, offset);
}
int fsync(int file) {
  if (is_file(file) && fails()) return -1;
  return real<int (*)(int)>("fsync")(file);
}
int fdatasync(int file) {
  if (is_file(file) && fails()) return -1;
  return real<int (*)(int)>("fdatasync")(file);
}
int ftruncate64(int file, off64_t size) {
  if (is_file(file) && fails()) return -1;
  return real<int (*)(int, off64_t)>("ftruncate64")(file, size);
}
int fcntl64(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  const char* locks = std::getenv("EBB_FAULT_LOCKS");
  const bool is_lock =
      command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
  if (locks && is_lock) {
    errno = ENOLCK;
    return locks[0] == 'n' ? -1 : 0;
  }
  return real<int (*)(int, int, ...)>("fcntl64")(file, command, argument);
}
int fcntl(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  return fcntl64(file, command, argument);
}
int rename(const char* from, const char* to) {
  if (fails()) return -1;
  return real<int (*)(const char*, const char*)>("rename")(from, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  if (fails()) return -1;
  return real<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(a, from, b, to, flags);
}
int mkdir(const char* path, mode_t mode) {
  if (fails()) return -1;
  return real<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}
int symlink(const char* to, const char* path) {
  if (fails()) return -1;
  return real<int (*)(const char*, const char*)>("symlink")(to, path);
}
int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) && fails()) return -1;
  return real<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) && fails()) return -1;
  return real<int (*)(const char*, int, ...)>("open64")(path, flags, mode);
}

}  // extern "C"
