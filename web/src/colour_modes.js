// What a channel's colour can mean: its rate, how busy it is, or what it draws.
import {number, rateName} from './format.js';
import {mixed, rateRgb, rgb, scaleRgb} from './colours.js';

export const modes = {
  rate: {title: 'mean rate', plane: 'rate'},
  busy: {title: 'utilisation', plane: 'busy'},
  power: {title: 'power (ideal channels)', plane: 'rate'},
};

/// The colour of a mean rate, a share of the fastest: between those of the two rates that it lies between, so that a span with
/// some time at each is seen as such.
export function meanRateRgb(share, rates) {
  const fastest = rates[rates.length - 1], bits = share * fastest;
  const above = rates.findIndex((rate) => rate >= bits - fastest / 400);  // half a step of the bytes that shares are kept in
  if (above <= 0) return rateRgb(above < 0 ? rates.length - 1 : 0, rates);
  const below = rates[above - 1], part = Math.min(1, Math.max(0, (bits - below) / (rates[above] - below)));
  return mixed(rateRgb(above - 1, rates), rateRgb(above, rates), part);
}

/// A table of 256 colours for the values of a plane.
export function palette(mode, data) {
  const colours = new Uint8Array(256 * 3);
  for (let v = 0; v < 256; ++v) {
    const c = mode !== 'rate' ? scaleRgb(Math.sqrt(v / data.whole)) : data.rates.length ? meanRateRgb(v / data.whole, data.rates) : scaleRgb(1);
    colours.set(c, 3 * v);
  }
  return colours;
}

export function legendEntries(mode, data) {
  if (mode === 'rate')
    return data.rates.length ? data.rates.map((bits, i) => [rgb(rateRgb(i, data.rates)), rateName(bits)]) : [[rgb(scaleRgb(1)), 'full rate']];
  return [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1].map((share) => [rgb(scaleRgb(Math.sqrt(share))), `${number(share * 100)} %`]);
}
