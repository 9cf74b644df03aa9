// A bar on a logarithmic axis has no length that means anything: its end is drawn as a dot, where the bar would be.
export const dotShapes = ['circle', 'rect', 'triangle', 'diamond'];

function shapeAt(kind, [x, y], r) {
  if (kind === 'rect') return {type: 'rect', shape: {x: x - 0.9 * r, y: y - 0.9 * r, width: 1.8 * r, height: 1.8 * r}};
  if (kind === 'triangle') return {type: 'polygon', shape: {points: [[x, y - r], [x + r, y + 0.8 * r], [x - r, y + 0.8 * r]]}};
  if (kind === 'diamond') return {type: 'polygon', shape: {points: [[x, y - 1.2 * r], [x + 1.2 * r, y], [x, y + 1.2 * r], [x - 1.2 * r, y]]}};
  return {type: 'circle', shape: {cx: x, cy: y, r}};
}

/// `beside` says which of how many of a place it is, and how wide bars may be; `text` what stands beside a dot.
export function dotSeries(curve, chart, colour, ink, font, beside, text) {
  const known = curve.x.map((x, i) => [x, curve.y[i]]).filter(([, y]) => y > 0), kind = dotShapes[(beside?.index ?? 0) % dotShapes.length];
  return {
    type: 'custom', name: curve.name, data: known.map(([x, y]) => (chart.lying ? [y, x] : [x, y])), color: colour, z: 4, clip: false, encode: {x: 0, y: 1},
    renderItem: (params, api) => {
      const at = api.coord([api.value(0), api.value(1)]), aside = beside ? api.barLayout({count: beside.count, barMaxWidth: beside.most})[beside.index].offsetCenter : 0;
      at[chart.lying ? 1 : 0] += aside;
      const children = [{...shapeAt(kind, at, 5), style: {fill: colour}}];
      if (text) children.push({type: 'text', style: {text: text(api.value(chart.lying ? 1 : 0)), x: at[0] + (chart.lying ? 10 : 0), y: at[1] - (chart.lying ? 0 : 10), fill: ink, fontSize: 11, fontFamily: font,
        align: chart.lying ? 'left' : 'center', verticalAlign: chart.lying ? 'middle' : 'bottom'}});
      return {type: 'group', children};
    },
  };
}
