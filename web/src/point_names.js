// Names beside points, where neither another name nor a point is: the first to choose are the points that matter most. Names
// that are far, or near another point too, have a line that leads to their point. Where there is too little room for names, points have numbers, and a list says whose.
const height = 14, apart = 3, dot = 6;

const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const outside = (a, box) => Math.max(0, box.left - a.left) + Math.max(0, a.right - box.right) + Math.max(0, box.top - a.top) + Math.max(0, a.bottom - box.bottom);

/// Where a name may stand: beside, above and below its point, then in wider and wider rings.
function* candidates({x, y}, width) {
  for (const far of [9, 20, 34, 50, 70, 95, 125, 160, 200])
    for (const angle of [0, 180, -30, 30, 210, 150, -60, 60, -90, 90, 240, 120]) {
      const cx = x + far * Math.cos((angle * Math.PI) / 180), cy = y + far * Math.sin((angle * Math.PI) / 180), cos = Math.cos((angle * Math.PI) / 180);
      const left = cos > 0.1 ? cx : cos < -0.1 ? cx - width : cx - width / 2;
      yield {left, right: left + width, top: cy - height / 2, bottom: cy + height / 2, far};
    }
}

/// How far a name is from a point.
export const distance = (box, {x, y}) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

/// Whether a reader may take the name for that of another point: it is as near, or nearly so.
function misleads(box, points, own) {
  const near = distance(box, points[own]);
  return points.some((p, k) => k !== own && distance(box, p) < 1.3 * near + 2);
}
/// Such a name has a line to its point, and so has one that is not directly beside it.
const needsLine = (box, points, own) => distance(box, points[own]) > 12 || misleads(box, points, own);

/// The line from a point to its name.
export function leaderOf(place, p) {
  const middle = (place.top + place.bottom) / 2;
  return {x1: p.x, y1: p.y, x2: Math.max(place.left, Math.min(place.right, p.x)), y2: Math.abs(p.y - middle) < 7 ? middle : p.y > middle ? place.bottom - 1 : place.top + 1};
}
/// Whether a line goes through a box.
export function crosses({x1, y1, x2, y2}, box) {
  let from = 0, to = 1;
  for (const [start, step, least, most] of [[x1, x2 - x1, box.left, box.right], [y1, y2 - y1, box.top, box.bottom]]) {
    if (step === 0 && (start < least || start > most)) return false;
    if (step === 0) continue;
    const [a, b] = [(least - start) / step, (most - start) / step].sort((p, q) => p - q);
    from = Math.max(from, a), to = Math.min(to, b);
  }
  return from < to;
}

/// A box for each point, in their order; those that are led have a line to their point. `points` have x, y, name, and first, when they choose before others; all stay inside `box`.
export function placeNames(points, box, widthOf) {
  const dots = points.map(({x, y}) => ({left: x - dot, right: x + dot, top: y - dot, bottom: y + dot}));
  const order = points.map((_, i) => i).sort((a, b) => Boolean(points[b].first) - Boolean(points[a].first) || a - b);
  const boxes = new Array(points.length), taken = [], lines = [];
  for (const i of order) {
    const width = widthOf(points[i].name);
    let best = null, least = Infinity;
    for (const place of candidates(points[i], width)) {
      const grown = {left: place.left - apart, right: place.right + apart, top: place.top - apart / 2, bottom: place.bottom + apart / 2};
      let cost = 1000 * outside(place, box);
      for (const other of taken) cost += 10 * overlap(grown, other);
      for (const other of dots) cost += overlap(place, other);
      if (misleads(place, points, i)) cost += 1;
      // No line goes through another's name, if that can be helped.
      cost += 40 * lines.filter((line) => crosses(line, place)).length;
      if (needsLine(place, points, i)) {
        const line = leaderOf(place, points[i]);
        cost += place.far / 20 + 40 * taken.filter((other) => crosses(line, other)).length + 3 * dots.filter((other, k) => k !== i && crosses(line, other)).length;
      }
      if (cost < least) least = cost, best = place;
      if (cost === 0) break;
    }
    boxes[i] = {...best, led: needsLine(best, points, i)}, taken.push(best);
    if (boxes[i].led) lines.push(leaderOf(best, points[i]));
  }
  return boxes;
}

/// Names where there is room for them, else numbers.
export function isNumbered(chart, width) {
  const points = chart.curves.filter((c) => c.shape === 'points' && c.labels).reduce((sum, c) => sum + c.labels.length, 0);
  return points > 0 && (width < 560 || points > 14);
}

/// The list of numbered names below a chart: how many columns it has, and how high it is.
export function listSize(chart, width, widthOf) {
  if (!isNumbered(chart, width)) return {columns: 1, rows: 0, height: 0};
  const names = chart.curves.filter((c) => c.shape === 'points' && c.labels).flatMap((c) => c.labels);
  const widest = Math.max(...names.map(widthOf)) + 34, columns = Math.max(1, Math.floor(width / widest)), rows = Math.ceil(names.length / columns);
  return {columns, rows, height: 15 * rows + 8};
}

const text = (content, x, y, theme, align = 'left') => ({type: 'text', style: {text: content, x, y, fill: theme.ink, fontSize: 11, fontFamily: theme.font, align, verticalAlign: 'middle'}});

/// All names of a curve's points as one drawing: they are placed together, and again when the chart is zoomed.
export function namesSeries(curve, chart, theme, width, widthOf) {
  const numbered = isNumbered(chart, width), list = listSize(chart, width, widthOf);
  const known = curve.x.map((_, i) => i).filter((i) => curve.x[i] !== null && curve.y[i] !== null);
  return {
    type: 'custom', name: curve.name, data: known.map((i) => [curve.x[i], curve.y[i]]), silent: true, tooltip: {show: false}, z: 6, clip: false,
    renderItem: (params, api) => {
      if (params.dataIndexInside > 0) return null;
      const {x, y, width: wide, height: high} = params.coordSys, box = {left: x + 2, right: x + wide + (numbered ? 20 : 50), top: y, bottom: y + high - 2};
      const points = known.map((i) => { const at = api.coord([curve.x[i], curve.y[i]]); return {i, x: at[0], y: at[1], name: numbered ? `${i + 1}` : curve.labels[i], first: curve.marks?.[i] === 'best'}; })
        .filter((p) => p.x >= x - 1 && p.x <= x + wide + 1 && p.y >= y - 1 && p.y <= y + high + 1);
      const children = [];
      placeNames(points, box, widthOf).forEach((place, k) => {
        if (place.led) children.push({type: 'line', shape: leaderOf(place, points[k]), style: {stroke: theme.soft, lineWidth: 0.7}});
        children.push(text(points[k].name, place.left, (place.top + place.bottom) / 2, theme));
      });
      if (numbered)
        curve.labels.forEach((name, i) => children.push(text(`${i + 1}  ${name}`, 4 + Math.floor(i / list.rows) * ((width - 8) / list.columns), y + high + 56 + 15 * (i % list.rows), theme)));
      return {type: 'group', children};
    },
  };
}
