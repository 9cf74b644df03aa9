// A chart of a report as options for ECharts. Tooltips are texts, never HTML: names may hold anything.
import {rateRgb, rgb} from './colours.js';
import {axisTitle, decadeNumber, number, shortNumber} from './format.js';
import {byName, placeName} from './chart_data.js';
import {dotSeries, dotShapes} from './dot_series.js';
import {bandSeries, intervalSeries} from './interval_series.js';
import {logOption} from './log_axis.js';
import {levelIcon, levelSeries} from './level_series.js';
import {listSize, namesSeries} from './point_names.js';
import {isSymmetric, placed, symmetricOption, valueAt} from './symmetric_axis.js';

// Without quotes, which would end an attribute of the SVG.
const font = 'system-ui, -apple-system, Segoe UI, Roboto, Liberation Sans, sans-serif';
// Hollow ones are filled with the card's colour: ECharts' own empty symbols take that for their outline.
const symbols = {warm: 'circle', finished: 'circle', saturated: 'triangle', undecided: 'circle', failed: 'rect',
  best: 'circle', computed: 'diamond', beaten: 'path://M0 0L10 10M0 10L10 0'};
/// How a point looks; of "saturated, 2 of 5" the word counts.
const markWord = (mark) => (mark ?? '').split(',')[0];
const symbolOf = (mark) => symbols[markWord(mark)] ?? 'circle';
const isFilled = (mark) => ['', 'best', 'warm', 'finished'].includes(markWord(mark));
/// What marks mean, for the list of names: curves without points that look so.
const keySeries = (chart, theme) => [...bandKey(chart, theme), ...(chart.marks ?? []).map(({mark, words}) => ({type: 'scatter', name: words, data: [], symbol: symbolOf(mark), silent: true,
  itemStyle: {color: isFilled(mark) ? theme.soft : theme.card, borderColor: theme.soft, borderWidth: 2}}))];
/// The same for bands and whiskers.
const intervalIcons = {band: 'path://M0 0H20V9H0z', whiskers: 'path://M0 0H1V4H19V0H20V9H19V5H1V9H0z'};
const hasInterval = (chart) => chart.interval?.shape in intervalIcons;
const bandKey = (chart, theme) => (hasInterval(chart) ? [{type: 'scatter', name: chart.interval.words, data: [], silent: true, itemStyle: {color: theme.soft, opacity: chart.interval.shape === 'band' ? 0.35 : 1}}] : []);
/// In that list only paths keep their shape: others are as wide as the sample of a line.
const keyIcons = {circle: 'path://M5 0a5 5 0 1 0 .01 0z', triangle: 'path://M0 9L5 0L10 9z', rect: 'path://M0 0H9V9H0z', diamond: 'path://M5 0L10 5L5 10L0 5z'};
/// Points whose marks are in the list need no entry of their own.
const isKeyed = (curve) => curve.shape === 'points' && curve.marks?.every((m) => m);
const keyNames = (chart) => [...chart.curves.filter((c) => !isKeyed(c)).map((c) => c.name), ...(chart.marks ?? []).map((m) => m.words), ...(hasInterval(chart) ? [chart.interval.words] : [])];

// ECharts leaves the gap between the names also between their lines.
const characterWidth = 6.8, legendGap = 12, legendLine = 14 + legendGap;
/// A sample of a line is so long that its dashes are seen beside the mark in its middle.
const sampleWidth = (chart) => (chart.curves.some((c, i) => c.shape === 'line' && (i >= 8 || ['ideal', 'baseline'].includes(c.role))) ? 38 : 20);
const legendMark = (chart) => sampleWidth(chart) + 7;

/// A mark is narrower than the sample of a line in whose place it stands. ECharts does not count the gap before it when it fills a line of the
/// key, so so much must stay free.
const legendInset = (chart) => (chart.marks?.length || hasInterval(chart) ? (sampleWidth(chart) - 8) / 2 : 0);
const linesOfKey = (chart, width) => legendLines(keyNames(chart), width - legendInset(chart), legendMark(chart));

/// How wide a text is: as the browser draws it, where there is one.
const pens = new Map();
export function textWidth(text, size = 12) {
  if (typeof document === 'undefined') return text.length * characterWidth * (size / 12);
  if (!pens.has(size)) pens.set(size, Object.assign(document.createElement('canvas').getContext('2d'), {font: `${size}px ${font}`}));
  return pens.get(size).measureText(text).width;
}
const nameWidth = (name) => textWidth(name, 11);

/// How many lines the names of the curves need, one below the other where there is little room.
export function legendLines(names, width, mark = 27) {
  const room = width - 10;  // its padding
  let lines = 1, used = 0;
  for (const name of new Set(names)) {
    const wide = mark + textWidth(name);
    if (used > 0 && used + wide > room) ++lines, used = 0;
    lines += Math.ceil(wide / room) - 1;  // a name that is broken into lines
    used += Math.min(room, wide) + legendGap;
  }
  return lines;
}

/// A block for what is filled; a line as it is drawn, dashes and all, for a line.
function legendOption(chart, theme, width) {
  const lines = linesOfKey(chart, width), inset = legendInset(chart);
  const filled = (c) => c.shape.endsWith('bars') || c.shape.endsWith('area'), dots = chart.curves.filter((c) => isDots(c, chart));
  const dotIcon = (c) => keyIcons[dotShapes[dots.indexOf(c) % dotShapes.length]];
  return {type: lines > mostLegendLines ? 'scroll' : 'plain', top: 0, left: 0, width: width - 10 - inset, itemWidth: sampleWidth(chart), itemHeight: 8, itemGap: legendGap,
    data: [...chart.curves.filter((c) => !isKeyed(c)).map((c) => ({name: c.name, ...(dots.includes(c) ? {icon: dotIcon(c)} : filled(c) ? {icon: 'roundRect'} : c.shape === 'level' ? {icon: levelIcon[c.role] ?? levelIcon.baseline} : {})})),
      ...(chart.marks ?? []).map((m) => ({name: m.words, icon: keyIcons[symbolOf(m.mark)] ?? symbolOf(m.mark)})), ...(hasInterval(chart) ? [{name: chart.interval.words, icon: intervalIcons[chart.interval.shape]}] : [])],
    textStyle: {color: theme.soft, fontSize: 12, width: width - inset - legendMark(chart) - 18, overflow: 'break'}, pageTextStyle: {color: theme.soft}, pageIconColor: theme.accent};
}
/// With more lines of names there would be no chart to see at first: they are one line then, which is turned over.
const mostLegendLines = 16;

/// How much higher a chart is for the names of its curves.
export function legendHeight(chart, width) {
  const lines = linesOfKey(chart, width);
  return lines > mostLegendLines ? 0 : legendLine * (lines - 1);
}

/// How much higher a chart is for the list of its points' names.
export const namesHeight = (chart, width) => listSize(chart, width, nameWidth).height;

/// Room to the right of bars for their values.
function valueRoom(chart) {
  const values = chart.curves.filter((c) => c.shape === 'bars').flatMap((c) => c.y);
  return Math.max(44, 18 + characterWidth * Math.max(0, ...values.map((v) => number(v).length)));
}

/// How many lines a name has where there is that much room: words are never broken.
export function textLines(text, room, size = 11) {
  let lines = 1, used = 0;
  for (const word of String(text).split(' ')) {
    const wide = textWidth(word, size), space = used > 0 ? textWidth(' ', size) : 0;
    if (used > 0 && used + space + wide > room) ++lines, used = wide;
    else used += space + wide;
  }
  return lines;
}

const nameLine = 12;
const besideRoom = (width) => Math.max(130, Math.min(190, width / 3));
/// How high the room of each bar that lies is: its name has all of its lines there, and does not touch the next.
export function barHeight(chart, width) {
  return Math.max(30, 8 + nameLine * Math.max(1, ...chart.x.names.map((name) => textLines(name, besideRoom(width)))));
}

/// Names are broken into lines, never cut: those of bars that lie in the room on the left, others in that below their bar. Where a
/// word has no room there, names lean.
function nameLabels(axis, width, vertical) {
  const room = vertical ? besideRoom(width) : Math.max(36, (width - 70) / Math.max(1, axis.names.length) - 6);
  const widest = Math.max(0, ...axis.names.flatMap((name) => String(name).split(' ')).map((word) => textWidth(word, 11)));
  if (!vertical && widest > room) return {interval: 0, rotate: 40, width: 130, overflow: 'break', lineHeight: nameLine};
  return {interval: 0, width: room, overflow: 'break', lineHeight: nameLine, hideOverlap: vertical || room <= 36};
}

/// The greatest number of an axis; of stacked bars, where they end.
function greatest(curves, of) {
  const sums = new Map();
  let most = 0;
  for (const curve of curves)
    curve[of].forEach((value, i) => {
      const before = curve.shape.startsWith('stacked') && of === 'y' ? (sums.get(curve.x[i]) ?? 0) : 0;
      sums.set(curve.x[i], before + (value ?? 0));
      most = Math.max(most, Math.abs(before + (value ?? 0)));
    });
  return most;
}

function axisOption(axis, theme, width, vertical, most, values = []) {
  const option = {
    type: axis.scale === 'names' ? 'category' : axis.scale === 'log' ? 'log' : 'value',
    name: axis.scale === 'names' ? '' : axisTitle(axis), nameLocation: vertical ? 'end' : 'middle', nameGap: vertical ? 14 : 28,
    ...(!vertical && axis.scale === 'linear' && width < 560 && most >= 1000 ? {splitNumber: 2} : {}),  // of long numbers few fit
    nameTextStyle: {color: theme.soft, fontSize: 12, align: vertical ? 'left' : 'center'},
    axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true, formatter: axis.scale === 'names' ? undefined : (v) => (axis.scale === 'log' ? decadeNumber(v, most) : shortNumber(v, most))},
    axisLine: {show: !vertical, lineStyle: {color: theme.line}}, axisTick: {show: false},
    splitLine: {show: vertical, lineStyle: {color: theme.line}}, minorSplitLine: {show: false},
  };
  if (axis.scale === 'names') {
    option.data = axis.names;
    Object.assign(option.axisLabel, nameLabels(axis, width, vertical));
  } else if (axis.scale !== 'log' || axis.least) {
    if (axis.least !== undefined) option.min = axis.least;
  }
  if (axis.most !== undefined) option.max = axis.most;
  if (isSymmetric(axis)) {
    const {axisLabel, axisTick, ...ends} = symmetricOption(axis, values, width, (v) => shortNumber(v, v));
    Object.assign(option, ends, {axisTick: {...axisTick, lineStyle: {color: theme.line}}}), Object.assign(option.axisLabel, axisLabel);
  }
  if (axis.scale === 'log') {
    const {labels, ...ends} = logOption(axis, values);
    Object.assign(option, {logBase: 10}, ends);
    if (labels) option.axisLabel.customValues = labels;
  }
  return option;
}

function colourOf(curve, index, theme, rates) {
  switch (curve.role) {
    case 'finding': return theme.accent;
    case 'load': return theme.load;
    case 'ideal': return theme.soft;
    case 'baseline': return theme.soft;
    case 'rate': return rgb(rateRgb(index, rates));
    default: return theme.many[index % theme.many.length];
  }
}

/// Where there are more curves than colours, those of one colour differ in their dashes.
const turns = ['solid', 'dashed', 'dotted', [12, 4, 2, 4]];
function dashesOf(curve, index, theme) {
  const fixed = {ideal: 'dotted', baseline: 'dashed', finding: 'solid', load: 'solid', rate: 'solid'}[curve.role];
  return fixed ?? turns[Math.floor(index / theme.many.length) % turns.length];
}

/// Rates by their names, so that charts with the same rates have the same colours.
function ratesOf(chart) {
  return chart.curves.filter((c) => c.role === 'rate').map((c) => (c.name === 'off' ? 0 : parseFloat(c.name) || 1));
}

/// What is stacked stands on the ones before it.
function stackedUpTo(chart, curve, i) {
  let sum = 0;
  for (const other of chart.curves) {
    if (other.shape === 'stacked_area') sum += other.y[i] ?? 0;
    if (other === curve) return sum;
  }
  return sum;
}

/// Bars whose length would mean nothing.
const isDots = (curve, chart) => curve.shape === 'bars' && chart.y.scale === 'log';

function seriesOf(curve, index, chart, theme, rates, width) {
  const colour = colourOf(curve, index, theme, rates);
  const bars = curve.shape === 'bars' || curve.shape === 'stacked_bars';
  if (bars) {
    const widest = chart.lying ? 26 : 40, sideBySide = chart.curves.filter((c) => c.shape === 'bars');
    const beside = sideBySide.length > 1 && curve.shape === 'bars' ? {count: sideBySide.length, index: sideBySide.indexOf(curve), most: widest} : null;
    const alone = curve.shape === 'bars' && chart.x.names.length <= 12 && sideBySide.length === 1;
    const valueAt = (place) => number(curve.y[curve.x.indexOf(place)]);
    const hasInterval = (place) => (curve.low?.[curve.x.indexOf(place)] ?? null) !== null, interval = curve.low?.some((v) => v !== null);
    if (isDots(curve, chart)) {
      const dots = [dotSeries(curve, chart, colour, theme.ink, theme.font, beside, alone ? (place) => (hasInterval(place) ? '' : valueAt(place)) : null)];
      return interval ? [...dots, intervalSeries(curve, theme.ink, chart.lying, true, alone ? valueAt : null, beside)] : dots;
    }
    const series = [{type: 'bar', name: curve.name, data: byName(curve, chart.x.names), itemStyle: {color: colour}, barMaxWidth: widest,
      stack: curve.shape === 'stacked_bars' ? 'all' : undefined,
      label: alone
        ? {show: true, position: chart.lying ? 'right' : 'top', distance: 5, color: theme.ink, fontSize: 11, formatter: (p) => (hasInterval(p.dataIndex) ? '' : number(p.value))} : undefined}];
    if (interval) series.push(intervalSeries(curve, theme.ink, chart.lying, false, alone ? valueAt : null, beside));
    return series;
  }
  if (curve.shape === 'level') return [levelSeries(curve, chart, colour, dashesOf(curve, index, theme))];
  const points = curve.shape === 'points';
  const xy = (x, y) => (chart.lying ? [y, placeName(chart.x, x)] : [x, y]);
  const stacked = curve.shape === 'stacked_area';
  const data = curve.x.map((x, i) => ({value: xy(x, stacked ? stackedUpTo(chart, curve, i) : curve.y[i]), symbol: symbolOf(curve.marks?.[i]),
    itemStyle: curve.marks ? {color: isFilled(curve.marks[i]) ? colour : theme.card, borderColor: colour, borderWidth: curve.x.length > 60 ? 1 : 2} : undefined,
    point: i}));
  const marked = Boolean(curve.marks) || points, many = curve.x.length > 60 || chart.curves.reduce((sum, c) => sum + c.x.length, 0) > 300;
  const series = {type: points ? 'scatter' : 'line', name: curve.name, data, symbolSize: marked && !many ? (points && width < 560 ? 7 : 9) : 4, showSymbol: marked, symbol: marked ? undefined : 'none', color: colour,
    lineStyle: {width: curve.role === 'finding' ? 2.6 : 1.8, type: dashesOf(curve, index, theme), color: colour}, connectNulls: false};
  if (curve.shape === 'area') Object.assign(series, {areaStyle: {color: colour, opacity: 0.6}, lineStyle: {width: 0}, z: 1});
  // The highest is drawn first, and the lower ones over it.
  if (stacked) Object.assign(series, {areaStyle: {color: colour, opacity: 1}, lineStyle: {width: 0}, z: 2 - index / 100});
  const all = [series];
  if (curve.low?.some((v) => v !== null)) all.push(points ? intervalSeries(curve, colour, false, chart.y.scale === 'log') : bandSeries(curve, colour, chart.y.scale === 'log'));
  if (points && curve.labels) all.push(namesSeries(curve, chart, theme, width, nameWidth));
  return all;
}

/// Lines of a tooltip as one text.
function tooltipText(chart, params) {
  const list = Array.isArray(params) ? params : [params], drawn = new Set(chart.curves.filter((c) => c.shape === 'level' || isDots(c, chart)).map((c) => c.name));
  const shown = list.filter((p) => (p.seriesType !== 'custom' || (drawn.has(p.seriesName) && p.value.length === 2)) && p.value !== null && p.value !== undefined);
  if (shown.length === 0) return '';
  const bar = chart.x.scale === 'names';
  const head = bar ? shown[0].axisValueLabel ?? shown[0].name : Array.isArray(shown[0].value) ? number(valueAt(chart.x, shown[0].value[chart.lying ? 1 : 0])) : '';
  const unit = chart.y.unit ? ` ${chart.y.unit}` : '';
  const lines = shown.map((p) => {
    const curve = chart.curves.find((c) => c.name === p.seriesName), i = p.data?.point;
    const extra = [curve?.labels?.[i], curve?.marks?.[i]].filter(Boolean).join(', ');
    return `${p.seriesName}: ${number(i !== undefined && curve ? curve.y[i] : Array.isArray(p.value) ? p.value[chart.lying ? 0 : 1] : p.value)}${unit}${extra ? ` (${extra})` : ''}`;
  });
  return [bar ? head : `${axisTitle(chart.x)}: ${head}`, ...new Set(lines)].join('\n');
}

export function chartOptions(told, colours, width) {
  const theme = {...colours, font};
  const chart = placed(told);
  const narrow = width < 560, rates = ratesOf(chart);
  const series = chart.curves.flatMap((curve, i) => seriesOf(curve, curve.role === 'rate' ? chart.curves.filter((c) => c.role === 'rate').indexOf(curve) : i, chart, theme, rates, width));
  const points = chart.curves.some((c) => c.shape === 'points');
  const mostX = greatest(chart.curves, 'x'), mostY = greatest(chart.curves, 'y');
  const xs = told.curves.flatMap((c) => c.x), ys = told.curves.flatMap((c) => [...c.y, ...(c.low ?? []), ...(c.high ?? [])]);
  const x = chart.lying ? axisOption(chart.y, theme, width, false, mostY, ys) : axisOption(chart.x, theme, width, false, mostX, xs);
  const y = chart.lying ? axisOption(chart.x, theme, width, true, mostX, xs) : axisOption(chart.y, theme, width, true, mostY, ys);
  if (chart.lying) y.inverse = true, x.splitLine.show = chart.y.scale === 'log', y.splitLine.show = !x.splitLine.show;  // dots are read by the lines of the axis
  return {
    animation: false, textStyle: {fontFamily: font}, color: theme.many,
    grid: {left: 10, right: chart.lying ? valueRoom(chart) : points ? (narrow ? 40 : 60) : 24, top: (chart.lying ? 30 : 46) + legendHeight(chart, width), bottom: 36 + namesHeight(chart, width), containLabel: true},
    legend: legendOption(chart, theme, width),
    tooltip: {trigger: points ? 'item' : 'axis', renderMode: 'richText', confine: true, backgroundColor: theme.card, borderColor: theme.line,
      textStyle: {color: theme.ink, fontSize: 12}, formatter: (p) => tooltipText(chart, p)},
    xAxis: x, yAxis: y, series: [...series, ...keySeries(chart, theme)],
    dataZoom: chart.lying ? [] : [{type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, filterMode: 'none'}]  // lines go on to points that are not seen,
  };
}
