// A network over time, unpacked: where its channels lead and what each did in every span.
import {unpackBytes, unpackNumbers} from './unpack.js';

export const endName = (end) => (end < 0 ? `host ${-1 - end}` : `switch ${end}`);

export class NetworkData {
  static async read(source) {
    const data = new NetworkData(), {network, history} = source;
    const [from, to, placeOf] = await Promise.all([network.from, network.to, network.place_of].map(unpackNumbers));
    Object.assign(data, {from, to, placeOf, kind: await unpackBytes(network.kind), kinds: network.kinds, places: network.places, switches: network.switches ?? network.places.length,
      channels: from.length, rates: source.rates_bits_per_s ?? [], names: network.names ?? null, channelNames: network.channel_names ?? null,
      members: network.members ? await unpackNumbers(network.members) : null});
    data.edges = data.joinPlaces();
    return data.during(history);
  }

  /// The same network with what its channels did.
  async during(history) {
    const data = Object.assign(new NetworkData(), this, {spans: history.spans, spanPs: history.span_ps, whole: history.whole, reasons: history.reasons ?? []});
    const planes = ['busy', 'rate', 'state', 'why', 'changes'].filter((name) => history[name]);
    const bytes = await Promise.all(planes.map((name) => unpackBytes(history[name])));
    planes.forEach((name, i) => { data[name] = bytes[i]; });
    return data;
  }

  name(channel) {
    return (this.names ?? this.channelNames)?.[channel] ?? `${endName(this.from[channel])} → ${endName(this.to[channel])}`;
  }
  /// What a channel's two ends may be called: by number, and where the network has names, with and without the port.
  endNames(channel) {
    const own = this.channelNames && !this.names ? this.channelNames[channel].toLowerCase().split(' → ') : [];
    return [this.from[channel], this.to[channel]].map((end, i) => [endName(end), own[i], own[i]?.replace(/:[^:]*$/, '')]);
  }
  /// How many channels a row stands for.
  count(channel) { return this.members?.[channel] ?? 1; }
  isHost(channel) { return this.from[channel] < 0 || this.to[channel] < 0; }
  kindName(channel) {
    return this.from[channel] < 0 ? 'from host' : this.to[channel] < 0 ? 'to host' : this.kinds[this.kind[channel]];
  }
  at(channel, span) { return channel * this.spans + span; }
  /// The sum of a plane over all spans.
  sum(plane, channel) {
    let sum = 0;
    for (let at = channel * this.spans, end = at + this.spans; at < end; ++at) sum += plane[at];
    return sum;
  }
  /// The mean of a plane over all spans, from 0 to 1.
  mean(plane, channel) { return this.sum(plane, channel) / Math.max(1, this.spans) / this.whole; }

  /// The channels between two places, both ways, as one line of the picture.
  joinPlaces() {
    const edges = new Map();
    this.edgeOf = new Int32Array(this.channels).fill(-1), this.hostChannels = 0, this.withinPlaces = 0;
    for (let c = 0; c < this.channels; ++c) {
      if (this.isHost(c)) { this.hostChannels += this.count(c); continue; }
      const a = this.placeOf[this.from[c]], b = this.placeOf[this.to[c]];
      if (a === b) { this.withinPlaces += this.count(c); continue; }
      const key = Math.min(a, b) * this.places.length + Math.max(a, b);
      if (!edges.has(key)) edges.set(key, {a: Math.min(a, b), b: Math.max(a, b), index: edges.size, channels: [], count: 0});
      const edge = edges.get(key);
      edge.channels.push(c), edge.count += this.count(c), this.edgeOf[c] = edge.index;
    }
    return [...edges.values()];
  }

  /// Channels that a text names: "17", "switch 3", "switch 3 -> switch 7", "host 5"; "leaf1:eth3" where the network has names.
  find(text) {
    const clean = text.trim().toLowerCase().replaceAll('->', '→').replace(/\s+/g, ' ');
    if (/^\d+$/.test(clean)) return Number(clean) < this.channels ? [Number(clean)] : [];
    const [from, to] = clean.split('→').map((part) => part.trim());
    const found = [];
    for (let c = 0; c < this.channels && found.length < 64; ++c) {
      const [f, t] = this.endNames(c);
      const hit = to === undefined ? f.includes(from) || t.includes(from) : (!from || f.includes(from)) && (!to || t.includes(to));
      if (hit) found.push(c);
    }
    return found;
  }

  /// When a channel changed, and why: the spans in which anything came of a decision.
  story(channel) {
    const lines = [];
    if (!this.why) return lines;
    for (let s = 0; s < this.spans; ++s) {
      const why = this.why[this.at(channel, s)];
      if (why) lines.push({span: s, changes: this.changes[this.at(channel, s)], why: this.reasons[why - 1] ?? 'another reason', state: this.state[this.at(channel, s)]});
    }
    return lines;
  }
}
