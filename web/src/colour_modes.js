// What a channel's colour can mean: its rate, how busy it is, or what it draws.
import {number, rateName} from './format.js';
import {rateRgb, rgb, scaleRgb} from './colours.js';

export const modes = {
  rate: {title: 'rate', plane: 'state'},
  busy: {title: 'utilisation', plane: 'busy'},
  power: {title: 'power (ideal channels)', plane: 'rate'},
};

/// A table of 256 colours for the values of a plane.
export function palette(mode, data) {
  const colours = new Uint8Array(256 * 3);
  for (let v = 0; v < 256; ++v) {
    const c = mode === 'rate' ? rateRgb(Math.min(v, Math.max(0, data.rates.length - 1)), data.rates) : scaleRgb(Math.sqrt(v / data.whole));
    colours.set(c, 3 * v);
  }
  return colours;
}

export function legendEntries(mode, data) {
  if (mode === 'rate')
    return data.rates.length ? data.rates.map((bits, i) => [rgb(rateRgb(i, data.rates)), rateName(bits)]) : [[rgb(scaleRgb(1)), 'full rate']];
  return [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1].map((share) => [rgb(scaleRgb(Math.sqrt(share))), `${number(share * 100)} %`]);
}
