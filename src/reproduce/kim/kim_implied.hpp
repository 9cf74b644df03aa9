// What the numbers that Kim et al. print imply together, whatever machine they had: closed forms over printed
// numbers only. docs/notes/kim-calibration.md derives each.
#pragma once

namespace ebb::inline reproduce {

/// A network of switches with `ports` each, one of them for a host, and a link of two channels on each.
struct KimGraph {
  int switches = 15;
  int channels = 60;      ///< between switches
  int out_of_switch = 4;  ///< the most of them that leave or enter one switch
  int side = 0;           ///< of a square mesh; 0: any graph

  int all_channels() const { return channels + 2 * switches; }
};

/// Power of the switches at a load over that of the links: the links have `links_share` of both at `at`, and
/// the switches grow `growth` times from 20 to 60 % of the load.
double switches_over_links(double links_share, double growth, double at, double load);

/// The most that shutting down half of the links can save of the energy of a network whose DVS has left
/// `dvs_left` of it. `switches` is their power over that of the links; adapters would make it less.
double most_of_half_off(double dvs_left, double switches);

/// Channels between switches that have to be off to save a share of the energy of links and switches.
double channels_off_for(double saved, double switches, const KimGraph& graph);

/// The most that the adapters can draw, as a share of what all links draw without savings, where shutting
/// down links saves a share of all energy and leaves each switch reachable: one channel on into each.
double most_adapters_for(double saved, double switches, const KimGraph& graph);

/// What the links draw with DVS, as a share of what they draw without, where DVS leaves `left` of all energy
/// and does not change that of switches and adapters.
double dvs_links_for(double left, double switches, double adapters);

/// A lower bound of the mean number of hops between two switches when only `on` channels are on, whichever
/// they are, as long as every switch is reached from every other.
double least_hops(double on, const KimGraph& graph);

/// The mean share of their full rate that `on` channels carry at least at a load of the hosts.
double least_load(double on, double load, const KimGraph& graph);

/// Little's law: how long a byte is in buffers, in us, where `cells` of 32 bytes are in use at a load.
double microseconds_in_buffers(double cells, double load, int hosts);

/// The load at which uniform traffic fills the middle of a mesh of side x side.
double full_middle(int side);

/// The most of all links' time, hosts' included, that links can be off at a load where those in use have
/// `slowest` of their full rate. A host's links are never off.
double most_off_at_slowest(double load, double slowest, const KimGraph& graph);

/// By what factor the cells in use would have to grow from one load to another, so that cells which DVS adds
/// do not become fewer: at the first it has `ratio` times those without, at the second it adds a share.
double growth_for_equal_leak(double ratio, double added);

/// The most by which they can grow between two loads below saturation: if every link were as busy as the
/// busiest (M/D/1, Little's law).
double most_growth(double from, double to, double saturation);

/// The most of the cells in use in a mesh of side x side whose middle is full, with buffers of so many
/// packets at both ends of each channel: those before the middle are full, those behind it have the queues of
/// their loads (M/D/1). Every switch has a host.
double mesh_in_use(int side, double packets);

}  // namespace ebb::inline reproduce
