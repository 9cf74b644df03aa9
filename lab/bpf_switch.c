// A switch of a lab in the kernel: a program at the ingress of every port (tc, clsact). It forwards by the tables
// of [rules] with their conditions, which Open vSwitch cannot evaluate: a rule holds while the virtual queue of its
// port is short. A virtual queue drains at the rate of the cable, so it is as long as the queue of a port of that
// rate. All ports of a switch share its maps, which ebb fills (src/fabric/bpf/switch_tables.hpp has the same
// structures).
#include <linux/bpf.h>
#include <linux/pkt_cls.h>

typedef __u64 u64;
typedef __u32 u32;
typedef __u8 u8;

#define SECTION(name) __attribute__((section(name), used))
#define MAP(kind, count, key_type, value_type) \
  struct {                                     \
    int(*type)[kind];                          \
    int(*max_entries)[count];                  \
    int(*pinning)[1];                          \
    key_type* key;                             \
    value_type* value;                         \
  }

static void* (*find)(void* map, const void* key) = (void*)BPF_FUNC_map_lookup_elem;
static u64 (*now_ns)(void) = (void*)BPF_FUNC_ktime_get_ns;
static long (*redirect)(u32 interface, u64 flags) = (void*)BPF_FUNC_redirect;
static long (*send_copy)(struct __sk_buff*, u32 interface, u64 flags) = (void*)BPF_FUNC_clone_redirect;
static long (*store)(struct __sk_buff*, u32 offset, const void* from, u32 length,
                     u64 flags) = (void*)BPF_FUNC_skb_store_bytes;
// Runs the function with 0, 1, … until it returns 1. The kernel checks it once, a loop in C for every round.
static long (*loop)(u32 rounds, long (*function)(u32, void*), void* context, u64 flags) = (void*)BPF_FUNC_loop;
static long (*lock)(struct bpf_spin_lock*) = (void*)BPF_FUNC_spin_lock;
static long (*unlock)(struct bpf_spin_lock*) = (void*)BPF_FUNC_spin_unlock;

enum { most_tuples = 256, most_ports = 256, most_rules = 16384, none = 0xffffffff };
// What a rule depends on. `moved` is a rule of a controller, in the first tuple: always followed, and counted as
// diverted from the port that it watches.
enum { no_condition, own_queue, moved };
enum { address_type = 0xb588 };  // 0x88b5 as it is on the wire

// Rules that compare the same bits. Tuples are in the order in which they are tried: by stage, then by priority.
struct tuple {
  u64 destination, source;  // masks
  u32 stage, with_port, used, unused;
};
struct key {
  u64 destination, source;
  u32 tuple, in_port;
};
struct rule {
  u32 out_port, signal, watched_port, while_busy;
};
struct port {
  u32 interface, in_tree;
  u64 rate;          // bits per second
  u64 threshold_ns;  // time that a queue of the threshold's length takes to drain
  u64 limit_ns;      // of the queue behind the port: what is more is dropped there
  u64 host_address;  // that DMP assigns; 0 where no host is
};
struct queue {
  struct bpf_spin_lock lock;
  u32 unused;
  u64 empty_at;         // when it would be empty
  u64 frames, bytes;    // sent into it
  u64 diverted;         // frames that took another port because this one was busy
  u64 first_long;       // when a frame first filled it above the threshold, since this was cleared
  u64 first_diverted;   // when a frame was first diverted, since this was cleared
};
struct state {
  u32 by_controller;  // conditions on queues always find them short: a controller moves flows instead
  u32 unused;
  u64 unmatched;
};

MAP(BPF_MAP_TYPE_ARRAY, most_tuples, u32, struct tuple) tuples SECTION(".maps");
MAP(BPF_MAP_TYPE_HASH, most_rules, struct key, struct rule) rules SECTION(".maps");
MAP(BPF_MAP_TYPE_ARRAY, most_ports, u32, struct port) ports SECTION(".maps");
MAP(BPF_MAP_TYPE_ARRAY, most_ports, u32, struct queue) queues SECTION(".maps");
MAP(BPF_MAP_TYPE_HASH, most_ports, u32, u32) interfaces SECTION(".maps");
MAP(BPF_MAP_TYPE_ARRAY, 1, u32, struct state) states SECTION(".maps");

static u64 address_at(const u8* bytes) {
  u64 address = 0;
#pragma unroll
  for (int i = 0; i < 6; ++i) address = address << 8 | bytes[i];
  return address;
}

// True when the rule's condition holds: its port is busy, or not, as the rule requires.
static int holds(const struct rule* rule, u64 now) {
  if (rule->signal != own_queue) return 1;
  u32 zero = 0;
  const struct state* state = find(&states, &zero);
  const struct port* port = find(&ports, &rule->watched_port);
  const struct queue* queue = find(&queues, &rule->watched_port);
  if (!state || !port || !queue) return 1;
  const int is_long = queue->empty_at > now + port->threshold_ns;
  return (is_long && !state->by_controller) == (rule->while_busy != 0);
}

static void enter_queue(struct queue* queue, const struct port* port, u32 bytes, u64 now) {
  const u64 wire = port->rate ? bytes * 8000000000ull / port->rate : 0;
  lock(&queue->lock);
  const u64 start = queue->empty_at > now ? queue->empty_at : now;
  if (start + wire <= now + port->limit_ns) queue->empty_at = start + wire;
  if (queue->first_long == 0 && queue->empty_at > now + port->threshold_ns) queue->first_long = now;
  queue->frames += 1;
  queue->bytes += bytes;
  unlock(&queue->lock);
}

static void note_diverted(u32 port, u64 now) {
  struct queue* queue = find(&queues, &port);
  if (!queue) return;
  __sync_fetch_and_add(&queue->diverted, 1);
  if (queue->first_diverted == 0) queue->first_diverted = now;
}

static int send_out(struct __sk_buff* frame, u32 out, u64 now) {
  const struct port* port = find(&ports, &out);
  struct queue* queue = find(&queues, &out);
  if (!port || !queue) return TC_ACT_SHOT;
  enter_queue(queue, port, frame->len, now);
  return redirect(port->interface, 0);
}

struct copying {
  struct __sk_buff* frame;
  u32 in_port;
};

static long send_one_copy(u32 out, void* context) {
  const struct copying* copying = context;
  const struct port* port = find(&ports, &out);
  if (!port || port->interface == 0) return 1;
  if (out != copying->in_port && port->in_tree) send_copy(copying->frame, port->interface, 0);
  return 0;
}

// Copies the frame to all other ports of the broadcast tree.
static int send_to_many(struct __sk_buff* frame, u32 in_port) {
  struct copying copying = {frame, in_port};
  loop(most_ports, send_one_copy, &copying, 0);
  return TC_ACT_SHOT;
}

// A host requests its address (DMP): the frame goes back with the address as its source.
static int answer(struct __sk_buff* frame, u32 in_port) {
  const struct port* port = find(&ports, &in_port);
  if (!port || port->host_address == 0) return TC_ACT_SHOT;
  const u64 address = port->host_address;
  const u8 source[6] = {address >> 40, address >> 32, address >> 24, address >> 16, address >> 8, address};
  if (store(frame, 6, source, 6, 0) != 0) return TC_ACT_SHOT;
  return redirect(port->interface, 0);
}

struct search {
  u64 destination, source, now;
  u32 in_port, decided;           // stage that has a winner
  u32 first, watched, chosen;     // the first winner's output, and the port that it watches; the output to take
  u32 moved, unused;
};

// In each stage the first tuple with a match wins. The frame follows the first winner whose condition holds.
static long try_tuple(u32 number, void* context) {
  struct search* search = context;
  const struct tuple* tuple = find(&tuples, &number);
  if (!tuple || !tuple->used) return 1;
  if (tuple->stage == search->decided) return 0;
  const struct key key = {search->destination & tuple->destination, search->source & tuple->source, number,
                          tuple->with_port ? search->in_port : none};
  const struct rule* rule = find(&rules, &key);
  if (!rule) return 0;
  search->decided = tuple->stage;
  if (search->first == none) search->first = rule->out_port, search->watched = rule->watched_port;
  if (rule->signal == moved) search->moved = 1;
  if (!holds(rule, search->now)) return 0;
  search->chosen = rule->out_port;
  return 1;
}

static int forward_by_rules(struct __sk_buff* frame, struct search* search) {
  loop(most_tuples, try_tuple, search, 0);
  if (search->first == none) {
    u32 zero = 0;
    struct state* state = find(&states, &zero);
    if (state) __sync_fetch_and_add(&state->unmatched, 1);
    return TC_ACT_SHOT;
  }
  if (search->chosen == none) search->chosen = search->first;  // no condition holds: it waits for the default
  if (search->chosen != search->first || search->moved) note_diverted(search->watched, search->now);
  return send_out(frame, search->chosen, search->now);
}

SECTION("classifier") int forward(struct __sk_buff* frame) {
  const u8* bytes = (const u8*)(long)frame->data;
  if (bytes + 14 > (const u8*)(long)frame->data_end) return TC_ACT_SHOT;
  struct search search = {address_at(bytes), address_at(bytes + 6), now_ns(), none, none, none, none, none, 0, 0};
  const u32 type = bytes[12] | bytes[13] << 8;
  const u32 interface = frame->ifindex;
  const u32* in = find(&interfaces, &interface);
  if (!in) return TC_ACT_SHOT;
  search.in_port = *in;
  if (type == address_type) return answer(frame, search.in_port);
  if ((search.destination & ~0xfull) == 0x0180c2000000ull) return TC_ACT_SHOT;  // for this link only (IEEE 802.1Q)
  if (search.destination & 0x010000000000ull) return send_to_many(frame, search.in_port);
  return forward_by_rules(frame, &search);
}

char licence[] SECTION("license") = "GPL";
