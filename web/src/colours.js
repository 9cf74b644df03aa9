// Colours that survive a printer and a colour-blind eye: Okabe and Ito's for things side by side, a scale from
// dark to light for things in order.
export const many = {
  light: ['#0072b2', '#d55e00', '#009e73', '#aa4499', '#8a6d00', '#3b3b98', '#56616d', '#117733'],
  dark: ['#56b4e9', '#e69f00', '#2fc39b', '#d991c2', '#f0e442', '#9fa8ff', '#b7c0cb', '#7bd389'],
};

// On a dark page the slowest rate is lighter: asleep it must still be seen.
const stopsOf = {
  light: [[44, 30, 92], [58, 82, 139], [44, 123, 142], [52, 168, 124], [143, 206, 77], [250, 222, 50]],
  dark: [[122, 104, 210], [84, 128, 204], [60, 150, 170], [62, 180, 135], [150, 210, 85], [250, 222, 50]],
};
let stops = stopsOf.light;
export const useScale = (name) => { stops = stopsOf[name]; };

/// A share from 0 to 1 as [red, green, blue], from dark blue to yellow.
export function scaleRgb(share) {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1), low = Math.min(stops.length - 2, Math.floor(at));
  return mixed(stops[low], stops[low + 1], at - low);
}
export const mixed = (a, b, part) => a.map((c, i) => Math.round(c + (b[i] - c) * part));
export const rgb = ([r, g, b]) => `rgb(${r},${g},${b})`;
export const off = [120, 124, 130];

/// The colour of a rate: off is grey, the others go by their place on the ladder.
export function rateRgb(index, rates) {
  if (rates.length && rates[index] === 0) return off;
  const first = rates.length && rates[0] === 0 ? 1 : 0, last = Math.max(1, rates.length - 1 - first);
  return scaleRgb(rates.length > 1 ? (index - first) / last : 1);
}

export function theme() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(name).trim(), shade = style.colorScheme === 'dark' ? 'dark' : 'light';
  useScale(shade);
  return {ink: of('--ink'), soft: of('--soft'), line: of('--line'), card: of('--card'), accent: of('--accent'),
    load: of('--load'), many: many[shade]};
}
