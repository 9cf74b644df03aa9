// The built bundle from web/dist. The assembler embeds the file into the program.
#include "report/page/html_page.hpp"

#ifndef EBB_PAGE_TEMPLATE
#error "CMake names the bundle"
#endif

asm(".section .rodata\n"
    ".global ebb_page_begin\n"
    ".global ebb_page_end\n"
    "ebb_page_begin:\n"
    ".incbin \"" EBB_PAGE_TEMPLATE
    "\"\n"
    "ebb_page_end:\n"
    ".byte 0\n"
    ".previous\n");

extern "C" const char ebb_page_begin[], ebb_page_end[];

namespace ebb::inline report {

std::string_view page_template() {
  return {ebb_page_begin, static_cast<std::size_t>(ebb_page_end - ebb_page_begin)};
}

}  // namespace ebb::inline report
