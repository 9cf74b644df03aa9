// What bars are held against: full rate, the ideal.

/// A stroke over the whole room of each place: strokes of one height become one line.
export function levelSeries(curve, chart, colour, dashes) {
  const along = chart.lying ? 1 : 0;
  return {
    type: 'custom', name: curve.name, data: curve.x.map((place, i) => (chart.lying ? [curve.y[i], place] : [place, curve.y[i]])), color: colour, z: 5, clip: true,
    encode: {x: 0, y: 1},
    renderItem: (params, api) => {
      const middle = api.coord([api.value(0), api.value(1)]), half = Math.abs(api.size([1, 1])[along]) / 2, from = [...middle], to = [...middle];
      from[along] -= half, to[along] += half;
      return {type: 'line', shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]}, style: {stroke: colour, lineWidth: 2, lineDash: dashes === 'dotted' ? [2, 3] : [7, 4]}};
    },
  };
}
/// How a level looks in the list of names.
export const levelIcon = {ideal: 'path://M0 3h3v2H0zM6 3h3v2H6zM12 3h3v2h-3z', baseline: 'path://M0 3h8v2H0zM12 3h8v2h-8z'};
