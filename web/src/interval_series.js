// Confidence intervals of a chart: whiskers of bars and points, and the band under a line.

/// The known ends of intervals. On a logarithmic axis what reaches zero has no place: it goes down to the axis, and `bottom` says so;
/// for the extent of the axis its upper end stands for it.
function intervalEnds(curve, log) {
  return curve.x.map((x, i) => ({x, low: curve.low[i], high: curve.high[i]})).filter((d) => d.low !== null && d.high !== null)
    .map((d) => ({...d, bottom: log && d.low <= 0, data: [d.x, log && d.low <= 0 ? d.high : d.low, d.high]}));
}
const endPoint = (end, params, api) => (end.bottom ? [api.coord([end.x, end.high])[0], params.coordSys.y + params.coordSys.height] : api.coord([end.x, end.low]));

/// `text` says what stands behind each of them; bars have it there, where the line does not cross it. Of bars side by side each has its
/// interval at itself: `beside` says which of how many it is, and how wide they may be.
export function intervalSeries(curve, colour, lying, log, text = null, beside = null) {
  const ends = intervalEnds(curve, log && !lying);
  return {
    type: 'custom', name: curve.name, data: ends.map((e) => e.data), silent: true, tooltip: {show: false}, z: 5, clip: !text,
    encode: lying ? {x: [1, 2], y: 0} : {x: 0, y: [1, 2]},
    renderItem: (params, api) => {
      const aside = beside ? api.barLayout({count: beside.count, barMaxWidth: beside.most})[beside.index].offsetCenter : 0;
      const end = (v) => { const at = api.coord(lying ? [v, api.value(0)] : [api.value(0), v]); at[lying ? 1 : 0] += aside; return at; };
      const [a, b] = [ends[params.dataIndex].bottom ? endPoint(ends[params.dataIndex], params, api) : end(api.value(1)), end(api.value(2))];
      const cap = 4, line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: {stroke: colour, lineWidth: 1.5}});
      const across = lying ? [0, cap] : [cap, 0];
      const children = [line(...a, ...b), ...[a, b].map((p) => line(p[0] - across[0], p[1] - across[1], p[0] + across[0], p[1] + across[1]))];
      if (text)
        children.push({type: 'text', style: {text: text(api.value(0)), x: b[0] + (lying ? 8 : 0), y: b[1] - (lying ? 0 : 8), fill: colour, fontSize: 11,
          align: lying ? 'left' : 'center', verticalAlign: lying ? 'middle' : 'bottom'}});
      return {type: 'group', children};
    },
  };
}

/// The band of a confidence interval under a line.
export function bandSeries(curve, colour, log) {
  const ends = intervalEnds(curve, log);
  return {
    type: 'custom', name: curve.name, data: ends.map((e) => e.data), silent: true, tooltip: {show: false}, z: 1, clip: true, encode: {x: 0, y: [1, 2]},
    renderItem: (params, api) => {
      if (params.dataIndex > 0 || ends.length < 2) return null;
      const points = [...ends.map((e) => endPoint(e, params, api)), ...ends.toReversed().map((e) => api.coord([e.x, e.high]))];
      return {type: 'polygon', shape: {points}, style: {fill: colour, opacity: 0.18}};
    },
  };
}
