#include "app/command/command_line.hpp"

int main(int argc, char** argv) { return ebb::run_command_line(argc, argv); }
