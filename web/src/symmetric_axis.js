// A symmetric axis: linear around zero, logarithmic far from it. ECharts has none, so points stand at places of an even axis, and its
// steps have the names of the values there.
export const isSymmetric = (axis) => axis.scale === 'symmetric';
export const placeOn = (axis, value) => (value === null ? null : isSymmetric(axis) ? Math.asinh(value / axis.bend) : value);
export const valueAt = (axis, place) => (isSymmetric(axis) ? axis.bend * Math.sinh(place) : place);

/// Zero and steps on both sides, as far as the values go: fewer of them where there are many powers of ten, or little room.
export function stepsOf(axis, values, width) {
  const known = values.filter((v) => v !== null), most = Math.max(axis.bend, ...known), least = Math.min(0, ...known);
  const digits = width >= 560 && Math.max(most, -least) < 1000 * axis.bend ? [1, 2, 5] : [1], steps = [];
  for (let power = axis.bend; power < 10 * Math.max(most, -least); power *= 10) for (const digit of digits) steps.push(Number((digit * power).toPrecision(6)));
  const beyond = (limit) => steps.find((v) => v >= limit) ?? steps.at(-1);
  return [...steps.filter((v) => least < 0 && v <= beyond(-least)).map((v) => -v).reverse(), 0, ...steps.filter((v) => v <= beyond(most))];
}

/// The chart with its points at their places.
export function placed(chart) {
  if (!isSymmetric(chart.x)) return chart;
  return {...chart, curves: chart.curves.map((curve) => ({...curve, x: curve.x.map((x) => placeOn(chart.x, x))}))};
}

/// What makes an even axis a symmetric one.
export function symmetricOption(axis, values, width, nameOf) {
  const steps = stepsOf(axis, values, width), places = steps.map((v) => placeOn(axis, v)), names = new Map(places.map((p, i) => [p, nameOf(steps[i])]));
  return {min: places[0], max: places.at(-1), axisTick: {show: true, customValues: places},
    axisLabel: {customValues: places, formatter: (place) => names.get(place) ?? nameOf(valueAt(axis, place))}};
}
