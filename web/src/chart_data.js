// What a chart says, without a library that draws: rows for CSV, and points.
import {axisTitle} from './format.js';

export function placeName(axis, value) {
  return axis.scale === 'names' ? axis.names[value] ?? value : value;
}

export function chartRows(chart) {
  const has = (key) => chart.curves.some((curve) => curve[key]);
  const rows = [['curve', axisTitle(chart.x), axisTitle(chart.y)]];
  if (has('low')) rows[0].push('from', 'to');
  if (has('labels')) rows[0].push('point');
  if (has('marks')) rows[0].push('verdict');
  for (const curve of chart.curves)
    curve.x.forEach((x, i) => {
      const row = [curve.name, placeName(chart.x, x), curve.y[i]];
      if (has('low')) row.push(curve.low?.[i] ?? null, curve.high?.[i] ?? null);
      if (has('labels')) row.push(curve.labels?.[i] ?? '');
      if (has('marks')) row.push(curve.marks?.[i] ?? '');
      rows.push(row);
    });
  return rows;
}

/// A value for each name of the axis, as bars need it.
export function byName(curve, names) {
  const values = new Array(names.length).fill(null);
  curve.x.forEach((x, i) => { values[x] = curve.y[i]; });
  return values;
}
