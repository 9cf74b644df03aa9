// Front-end unit tests without a browser: node --test.
import assert from 'node:assert/strict';
import test from 'node:test';
import {byLine} from '../src/browse_start.js';
import {usualAxes} from '../src/browse_plot.js';
import {nextSort, withHalf} from '../src/browse_table.js';
import {byName, chartRows, placeName} from '../src/chart_data.js';
import {csv, decadeNumber, number, rateName, shortNumber, timeText} from '../src/format.js';
import {rateRgb, scaleRgb, useScale} from '../src/colours.js';
import {folded, greatestFirst} from '../src/heat_map.js';
import {NetworkData} from '../src/network_data.js';
import {phaseColours, RankData} from '../src/rank_view.js';
import {heatRows, pictureRows, pictureSvg, valueOf} from '../src/network_save.js';
import {bendOf, Picture} from '../src/picture.js';
import {crosses, distance, isNumbered, leaderOf, listSize, placeNames} from '../src/point_names.js';
import {withLine} from '../src/save.js';
import {logSteps} from '../src/log_axis.js';
import {shownText} from '../src/network_view.js';
import {movedTo, nearestPlace, nextPlace, placesOf, zoomed} from '../src/chart_cursor.js';
import {barHeight, chartOptions, legendHeight, legendLines, textLines} from '../src/chart_options.js';
import {meanRateRgb} from '../src/colour_modes.js';
import {hiddenParts, hintText} from '../src/scroll_hint.js';
import {gzipSync} from 'node:zlib';

const packed = (bytes) => gzipSync(Uint8Array.from(bytes)).toString('base64');
const numbers = (list) => packed(new Uint8Array(Int32Array.from(list).buffer));
const theme = {ink: '#000', soft: '#555', line: '#ddd', card: '#fff', accent: '#b40', load: '#fca', many: ['#111', '#222', '#333']};

const source = () => ({
  rates_bits_per_s: [0, 10e9, 40e9],
  network: {switches: 2, hosts: 1, channels: 4, places: [['switch 0', 0, 0], ['switch 1', 1, 1]], place_of: numbers([0, 1]), kinds: ['host', 'up'],
    from: numbers([0, 1, 0, -1]), to: numbers([1, 0, -1, 0]), kind: packed([1, 1, 0, 0])},
  history: {span_ps: 1000, spans: 2, channels: 4, whole: 200, busy: packed([0, 200, 100, 100, 0, 0, 50, 50]), rate: packed([50, 200, 50, 50, 0, 0, 9, 9]),
    state: packed([0, 2, 1, 1, 0, 0, 0, 0]), why: packed([0, 1, 0, 0, 0, 0, 0, 0]), changes: packed([0, 3, 0, 0, 0, 0, 0, 0]), reasons: ['busier than the target']},
});

test('Numbers have the digits that mean something', () => {
  assert.equal(number(1234567.8), '1,234,568');
  assert.equal(number(0.12345), '0.123');
  assert.equal(number(null), '-');
  assert.equal(rateName(0), 'off');
  assert.equal(rateName(2.5e9), '2.5 Gb/s');
  assert.equal(timeText(5e9), '5 ms');
});

test('Numbers of a logarithmic axis are written alike', () => {
  assert.deepEqual([100, 1000, 1e4, 1e5, 1e6, 1e9].map((v) => decadeNumber(v, 1e9)), ['100', '1 k', '10 k', '100 k', '1 M', '1 G']);
  assert.deepEqual([100, 1000, 1e4].map((v) => decadeNumber(v, 1e4)), ['100', '1,000', '10,000']);
});

test('CSV quotes what it must, and no cell becomes a formula', () => {
  assert.equal(csv([['a,b', 'say "x"', 1.5, null]]), '"a,b","say ""x""",1.5,\r\n');
  assert.equal(csv([['=1+1']]), "'=1+1\r\n");
});

test('An axis of stacked bars goes by where they end', () => {
  const curve = (name, y) => ({name, shape: 'stacked_bars', role: 'one_of_many', x: [0], y: [y]});
  const chart = {name: 'parts', title: 'Cables', note: '', x: {title: 'plan', unit: '', scale: 'names', names: ['a']},
    y: {title: 'cables', unit: '', scale: 'linear', least: 0}, lying: true, curves: [curve('copper', 60000), curve('optical', 70000)]};
  assert.equal(chartOptions(chart, theme, 800).xAxis.axisLabel.formatter(90000), '90 k');
});

test('A chart gives all its numbers', () => {
  const chart = {x: {title: 'table', unit: '', scale: 'names', names: ['one', 'two']}, y: {title: 'of full', unit: '%'},
    curves: [{name: 'power', x: [0, 1], y: [10, 20], low: [9, null], high: [11, null]}]};
  assert.deepEqual(chartRows(chart), [['curve', 'table', 'of full [%]', 'from', 'to'], ['power', 'one', 10, 9, 11], ['power', 'two', 20, null, null]]);
  assert.deepEqual(byName({x: [1], y: [5]}, ['a', 'b']), [null, 5]);
  assert.equal(placeName(chart.x, 1), 'two');
});

test('Off is grey, the slowest rate is dark and the fastest light', () => {
  assert.notDeepEqual(rateRgb(0, [0, 1, 2]), scaleRgb(0));
  assert.deepEqual(rateRgb(1, [0, 1, 2]), scaleRgb(0));
  assert.deepEqual(rateRgb(2, [0, 1, 2]), scaleRgb(1));
});

test('Folding averages rows, and the last ones by how many they are', () => {
  const plane = new Uint8Array(9);
  plane.fill(8, 0, 8), plane[8] = 100;
  assert.deepEqual(folded(plane, 9, 1), {plane: Uint8Array.from([8, 100]), rows: 2});
});

test('Rows are sorted by counting, equal ones in their order', () => {
  assert.deepEqual([...greatestFirst(Uint32Array.from([3, 9, 3, 0, 9]))], [1, 4, 0, 2, 3]);
  assert.deepEqual([...greatestFirst(new Uint32Array(3))], [0, 1, 2]);
  assert.deepEqual([...greatestFirst(new Uint32Array(0))], []);
});

test('A million channels are unpacked, sorted and folded in seconds', async () => {
  const channels = 1_000_000, spans = 8, {network, history, ...rest} = source();
  const ends = Int32Array.from({length: channels}, (_, i) => i % 2), others = ends.map((end) => 1 - end);
  const plane = packed(Uint8Array.from({length: channels * spans}, (_, i) => (i * 2654435761) >>> 25));
  const large = {...rest, network: {...network, channels, from: numbers(ends), to: numbers(others), kind: packed(new Uint8Array(channels))},
    history: {...history, spans, channels, busy: plane, rate: plane, state: plane, why: plane, changes: plane}};
  const began = process.cpuUsage(), data = await NetworkData.read(large);  // CPU time: others may be at work on this machine
  const keys = Uint32Array.from({length: channels}, (_, c) => data.sum(data.busy, c)), order = greatestFirst(keys);
  let level = {plane: data.busy, rows: channels};
  while (level.rows > 512) level = folded(level.plane, level.rows, spans);
  const used = process.cpuUsage(began), seconds = (used.user + used.system) / 1e6;
  assert.ok(keys[order[0]] >= keys[order[channels - 1]]);
  assert.ok(seconds < 10, `it took ${seconds} s`);
});

test('A network is unpacked, joined, found and told of', async () => {
  const data = await NetworkData.read(source());
  assert.equal(data.edges.length, 1);
  assert.deepEqual(data.edges[0].channels, [0, 1]);
  assert.equal(data.name(3), 'host 0 → switch 0');
  assert.equal(data.kindName(2), 'to host');
  assert.deepEqual(data.find('switch 0 -> switch 1'), [0]);
  assert.deepEqual(data.find('host 0'), [2, 3]);
  assert.deepEqual(data.find('99'), []);
  const named = source();
  named.network.channel_names = ['Leaf1:eth3 → spine2:eth1', 'spine2:eth1 → Leaf1:eth3', 'web → Leaf1:0', 'Leaf1:0 → web'];
  const own = await NetworkData.read(named);
  assert.equal(own.name(0), 'Leaf1:eth3 → spine2:eth1');
  assert.deepEqual(own.find('leaf1 -> SPINE2'), [0]);
  assert.deepEqual(own.find('spine2:eth1 ->'), [1]);
  assert.deepEqual(own.find('web'), [2, 3]);
  assert.deepEqual(own.find('host 0'), [2, 3]);
  assert.deepEqual(data.story(0), [{span: 1, changes: 3, why: 'busier than the target', state: 2}]);
  assert.equal(data.mean(data.busy, 1), 0.5);
});

test('The picture and the heat map give their numbers and a drawing', async () => {
  const data = await NetworkData.read(source());
  data.places[0][0] = '<switch> "0"';
  const picture = Object.assign(Object.create(Picture.prototype), {data, span: 1, plane: data.busy, colours: new Uint8Array(768), chosen: new Set(), place: null, most: null});
  const view = {data, mode: 'busy', picture, heat: {name: 'busy', first: 1, shown: 2, channel: (row) => row}};
  assert.deepEqual(pictureRows(view)[1], ['<switch> "0"', 'switch 1', 2, 100]);
  assert.deepEqual(heatRows(view).slice(1), [['switch 1 → switch 0', 50, 50], ['switch 0 → host 0', 0, 0]]);
  assert.deepEqual(heatRows(view)[0], ['channel; from [us]', 0, data.spanPs / 1e6], 'headings are numbers');
  const svg = pictureSvg(picture, {width: 100, height: 100}, theme);
  assert.match(svg, /<path fill="none" d="M16,16L84,84"/);
  assert.ok(svg.includes('&#60;switch&#62;') && !svg.includes('<switch>'));
});

test('A damaged network is an error, not a wrong picture', async () => {
  const broken = source();
  broken.history.busy = 'not base64 !';
  await assert.rejects(NetworkData.read(broken));
});

test('Options draw every curve, and their tooltips are plain text', () => {
  const chart = {name: 'c', title: 't', lying: false, x: {title: 'time', unit: 'ms', scale: 'linear'}, y: {title: 'power', unit: '%', scale: 'linear'},
    curves: [{name: '<img src=x onerror=alert(1)>', shape: 'line', role: 'finding', x: [0, 1], y: [1, null]}, {name: 'b', shape: 'stacked_area', role: 'rate', x: [0, 1], y: [1, 2]}]};
  const options = chartOptions(chart, theme, 800);
  assert.equal(options.series.length, 2);
  assert.equal(options.tooltip.renderMode, 'richText');
});

test('A point that is undecided is hollow and has an outline of its own colour', () => {
  const chart = {name: 'c', title: 't', x: {title: 'load', unit: '', scale: 'linear'}, y: {title: 'latency', unit: 'us', scale: 'linear'},
    curves: [{name: 'a', shape: 'line', x: [1, 2, 3], y: [3, 4, 5], marks: ['warm', 'undecided', '']}]};
  const [warm, undecided, plain] = chartOptions(chart, theme, 800).series[0].data;
  assert.equal(warm.itemStyle.color, '#111');
  assert.equal(plain.itemStyle.color, '#111', 'what nobody judged is not undecided');
  assert.equal(undecided.itemStyle.color, '#fff');
  assert.equal(undecided.itemStyle.borderColor, '#111');
  assert.ok(!undecided.symbol.startsWith('empty'), 'an empty symbol draws its outline in the colour of the card');
});

const bars = {name: 'b', title: 't', lying: true, x: {title: 'what', unit: '', scale: 'names', names: ['a', 'b']}, y: {title: 'power', unit: '%', scale: 'linear'},
  curves: [{name: 'ours', shape: 'bars', role: 'finding', x: [0, 1], y: [3, 4]}]};

test('A level goes over the whole room of each place', () => {
  const chart = {...bars, curves: [bars.curves[0], {name: 'full', shape: 'level', role: 'baseline', x: [0, 1], y: [100, 100]}]};
  const level = chartOptions(chart, theme, 800).series.find((s) => s.name === 'full');
  const api = {value: (k) => level.data[0][k], coord: ([x, y]) => [x, 200 - 50 * y], size: () => [1, 50]};
  const {shape} = level.renderItem({}, api);
  assert.deepEqual([shape.x1, shape.x2], [100, 100], 'a bar that lies has its level upright');
  assert.deepEqual([shape.y1, shape.y2].toSorted((a, b) => a - b), [175, 225]);
});

test('Of bars side by side each has its interval at itself', () => {
  const curves = ['a', 'b'].map((name) => ({name, shape: 'bars', role: 'one_of_many', x: [0, 1], y: [3, 4], low: [2, 3], high: [4, 5]}));
  const drawn = chartOptions({...bars, curves}, theme, 800).series.filter((s) => s.type === 'custom');
  const api = {value: (k) => [0, 2, 4][k], coord: ([x, y]) => [x, 100 * y], barLayout: ({count}) => Array.from({length: count}, (_, i) => ({offsetCenter: 20 * i - 10}))};
  const places = drawn.map((series) => JSON.stringify(series.renderItem({dataIndex: 0}, api)).match(/"y1":(-?\d+)/)[1]);
  assert.notEqual(places[0], places[1]);
});

test('More curves than colours differ in their dashes', () => {
  const chart = {name: 'c', title: 't', x: {title: 'load', unit: '', scale: 'linear'}, y: {title: 'latency', unit: 'us', scale: 'linear'},
    curves: Array.from({length: 3 * theme.many.length}, (_, i) => ({name: `${i}`, shape: 'line', x: [1, 2], y: [3, 4]}))};
  const looks = chartOptions(chart, theme, 800).series.map((s) => `${s.color} ${s.lineStyle.type}`);
  assert.equal(new Set(looks).size, new Set(theme.many).size * 3);
});

test('All names of curves have room, below each other where it is narrow', () => {
  assert.equal(legendLines(['mean', 'p50', 'p99'], 800), 1);
  assert.equal(legendLines(['packets in the network', 'packets with source queue', 'messages'], 320), 2);
  const chart = {name: 'c', title: 't', x: {title: 'time', unit: 'ms', scale: 'linear'}, y: {title: 'power', unit: '%', scale: 'linear'},
    curves: ['load = ideal power', 'power, ideal channels', 'power, infiniband-36, as cabled'].map((name) => ({name, shape: 'line', role: 'baseline', x: [0], y: [1]}))};
  const options = chartOptions(chart, theme, 330);
  assert.equal(options.legend.type, 'plain');
  assert.equal(options.grid.top, 46 + legendHeight(chart, 330));
  assert.ok(legendHeight(chart, 330) > 0);
  // A mark is 8 wide in the place of a sample of 38, and ECharts leaves the half before it out of its count.
  assert.equal(options.legend.width, 320);
  const marked = {...chart, marks: [{mark: 'undecided', words: 'undecided: the run is too short'}]};
  assert.equal(chartOptions(marked, theme, 330).legend.width, 305);
});

test('Values beside bars are never cut off', () => {
  const chart = {name: 'c', title: 't', lying: true, x: {title: 'why', unit: '', scale: 'names', names: ['busier']}, y: {title: 'changes', unit: '', scale: 'linear', least: 0},
    curves: [{name: 'changes', shape: 'bars', role: 'finding', x: [0], y: [1769070]}]};
  assert.ok(chartOptions(chart, theme, 330).grid.right >= 7 * '1,769,070'.length);
  assert.equal(shortNumber(150000), '150 k');
  assert.equal(shortNumber(30000), '30,000');
  assert.equal(shortNumber(0), '0');
  // One axis, one unit.
  assert.deepEqual([0, 30000, 90000, 120000].map((v) => shortNumber(v, 131072)), ['0', '30 k', '90 k', '120 k']);
});

test('A band that reaches below zero goes down to the bottom of a logarithmic axis', () => {
  const chart = {name: 'c', title: 't', x: {title: 'load', unit: '', scale: 'linear'}, y: {title: 'p99', unit: 'us', scale: 'log'},
    curves: [{name: 'a', shape: 'line', role: 'one_of_many', x: [1, 2, 3], y: [20, 68, 30], low: [15, -11, 25], high: [25, 147, 35]}]};
  const band = chartOptions(chart, theme, 800).series.find((s) => s.type === 'custom');
  assert.deepEqual(band.data.map((d) => d[0]), [1, 2, 3], 'no point is left out');
  assert.ok(band.data.every((d) => d[1] > 0), 'the extent of a logarithmic axis is positive');
  const api = {coord: ([x, y]) => [x, 300 - 100 * Math.log10(y)]}, coordSys = {x: 0, y: 0, width: 400, height: 300};
  const {points} = band.renderItem({dataIndex: 0, coordSys}, api).shape;
  assert.deepEqual(points[1], [2, 300]);
  assert.ok(points[4][1] < 300 && points[4][0] === 2, 'its upper end stays where it is');
});

test('Names of points cover neither each other nor a point, and none is left out', () => {
  const points = [[50, 250], [53, 252], [55, 249], [60, 250], [58, 240], [390, 20]].map(([x, y], i) => ({x, y, name: `policy number ${i}`, first: i === 1}));
  const boxes = placeNames(points, {left: 0, right: 400, top: 0, bottom: 300}, (name) => 6 * name.length);
  assert.equal(boxes.filter(Boolean).length, points.length);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  boxes.forEach((a, i) => boxes.forEach((b, k) => i < k && assert.ok(!meet(a, b), `${i} covers ${k}`)));
  boxes.forEach((a, i) => points.forEach(({x, y}, k) => assert.ok(!meet(a, {left: x, right: x, top: y, bottom: y}), `${i} covers the point ${k}`)));
  assert.ok(boxes.every((b) => b.left >= 0 && b.right <= 400 && b.top >= 0 && b.bottom <= 300));
  assert.ok(boxes.slice(0, 5).every((b) => boxes[1].far <= b.far), 'who is first has the nearest place');
});

/// Latencies and energies of the example that compares every policy.
const everyPolicy = [[0, 5.9], [0, 11.8], [0, 100], [96.26, 50], [10.518, 17], [12.841, 14], [16.428, 12.7], [9.755, 20.3], [12.331, 14.4], [6.788, 15.8], [6.828, 15.6],
  [16.385, 14.4], [11.762, 15.6], [6.374, 11.4], [9.597, 8.6], [12.222, 8.1], [2.84, 38.6], [2.91, 42.1], [3.182, 14.9], [14.751, 11], [14.862, 9.7]];
const policiesChart = {name: 'front', title: 't', x: {title: 'latency', unit: 'us', scale: 'symmetric', bend: 1}, y: {title: 'energy', unit: '%', scale: 'linear', least: 0},
  curves: [{name: 'policies', shape: 'points', role: 'finding', x: everyPolicy.map((p) => p[0]), y: everyPolicy.map((p) => p[1]), labels: everyPolicy.map((_, i) => `policy ${i}`)}]};

test('A number that is nearer to another point has a line to its own', () => {
  for (const [width, spread] of [[1000, 100], [300, 100], [300, 30]]) {
    const points = everyPolicy.map(([x, y], i) => ({x: 60 + (width * Math.min(x, spread)) / spread, y: 350 - 3.3 * y, name: `${i + 1}`}));
    const boxes = placeNames(points, {left: 42, right: width + 90, top: 0, bottom: 350}, (name) => 6 * name.length);
    let nearer = 0;
    boxes.forEach((box, i) => points.forEach((other, k) => {
      if (k === i || distance(box, other) > distance(box, points[i])) return;
      ++nearer;
      assert.ok(box.led, `${i + 1} is as near to ${k + 1}, at width ${width}`);
    }));
    assert.ok(boxes.every((box, i) => box.led || distance(box, points[i]) <= 12));
    assert.ok(spread < 100 || nearer > 0, 'points are so close together that some numbers must be near others');
  }
});

test('Lines to points do not go through the numbers of others', () => {
  const box = {left: 42, right: 380, top: 0, bottom: 500};
  const points = everyPolicy.map(([x, y], i) => ({x: 60 + 60 * Math.asinh(x), y: 480 - 240 * Math.log10(y / 1), name: `${i + 1}`}));
  const boxes = placeNames(points, box, (name) => 7 * name.length);
  boxes.forEach((own, i) => boxes.forEach((other, k) => {
    if (i < k) assert.ok(own.right <= other.left || other.right <= own.left || own.bottom <= other.top || other.bottom <= own.top, `${i + 1} and ${k + 1} cover each other`);
    if (i !== k && own.led) assert.ok(!crosses(leaderOf(own, points[i]), other), `the line of ${i + 1} goes through ${k + 1}`);
  }));
  assert.ok(crosses({x1: 0, y1: 0, x2: 10, y2: 10}, {left: 4, right: 6, top: 4, bottom: 6}) && !crosses({x1: 0, y1: 0, x2: 10, y2: 0}, {left: 4, right: 6, top: 4, bottom: 6}));
});

test('A drawing that is saved keeps what stands below its title', () => {
  const svg = withLine('<svg width="800" height="300" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300"><path d="M0 0"></path></svg>', 300, 'quick: <b> & smaller', '#555');
  assert.match(svg, /^<svg width="800" height="320" .* viewBox="0 0 800 320">/);
  assert.match(svg, /<text x="10" y="313" [^>]*>quick: &#60;b&#62; &#38; smaller<\/text><\/svg>$/);
});

test('Names that do not fit are turned over, and leave no gap', () => {
  const chart = (count) => ({name: 'c', title: 't', x: {title: 'x', unit: '', scale: 'linear'}, y: {title: 'y', unit: '', scale: 'linear'},
    curves: Array.from({length: count}, (_, i) => ({name: `size ${i} kB, k 2`, shape: 'line', role: 'one_of_many', x: [1], y: [1]}))});
  assert.equal(chartOptions(chart(20), theme, 366).legend.type, 'plain');
  assert.ok(legendHeight(chart(20), 366) > 100);
  assert.equal(chartOptions(chart(200), theme, 366).legend.type, 'scroll');
  assert.equal(legendHeight(chart(200), 366), 0);
  assert.equal(chartOptions(chart(200), theme, 366).grid.top, chartOptions(chart(1), theme, 366).grid.top);
});

test('The list of names says what bands and whiskers are', () => {
  const curve = {name: 'ours', shape: 'line', role: 'one_of_many', x: [1, 2], y: [1, 2], low: [0.5, 1.5], high: [1.5, 2.5]};
  const chart = {name: 'c', title: 't', x: {title: 'x', unit: '', scale: 'linear'}, y: {title: 'y', unit: '', scale: 'linear'}, curves: [curve], interval: {shape: 'band', words: '95 % interval'}};
  const {legend, series} = chartOptions(chart, theme, 800);
  assert.deepEqual(legend.data.map((d) => d.name), ['ours', '95 % interval']);
  assert.ok(series.some((s) => s.name === '95 % interval' && s.itemStyle.opacity < 1));
  assert.deepEqual(chartOptions({...chart, interval: {shape: 'none', words: '95 % interval'}}, theme, 800).legend.data.map((d) => d.name), ['ours']);
});

test('Bars on a logarithmic axis are dots, with their names and values', () => {
  const curve = (name, y) => ({name, shape: 'bars', role: 'one_of_many', x: [0, 1], y});
  const chart = {name: 'rules', title: 't', x: {title: 'o', unit: '', scale: 'names', names: ['flat', 'per group']}, y: {title: 'rules', unit: '', scale: 'log'}, lying: true,
    curves: [curve('ours', [10, 2000]), curve('paper', [12, 2100])]};
  const {series, legend, tooltip} = chartOptions(chart, theme, 800);
  assert.ok(series.every((s) => s.type !== 'bar') && series.filter((s) => s.type === 'custom').length === 2);
  assert.deepEqual(series[1].data, [[12, 0], [2100, 1]]);
  assert.notEqual(legend.data[0].icon, legend.data[1].icon, 'they differ in print too');
  assert.equal(tooltip.formatter([{seriesType: 'custom', seriesName: 'paper', axisValueLabel: 'flat', value: [12, 0]}]), 'flat\npaper: 12');
  assert.ok(chartOptions({...chart, y: {...chart.y, scale: 'linear'}}, theme, 800).series.every((s) => s.type === 'bar'));
});

test('A logarithmic axis of few decades loses no room', () => {
  assert.deepEqual(logSteps(5.9, 100), [5, 10, 20, 50, 100]);
  assert.deepEqual(logSteps(0.3, 4), [0.2, 0.5, 1, 2, 5]);
  assert.deepEqual(logSteps(1, 1e6), [], 'powers of ten are enough');
  const chart = {...policiesChart, y: {title: 'energy', unit: '%', scale: 'log'}};
  const {min, max} = chartOptions(chart, theme, 390).yAxis;
  assert.deepEqual([min, max], [5, 100]);
});

test('One that is far off does not push the others into a corner', () => {
  const options = chartOptions(policiesChart, theme, 1000), {min, max, axisLabel} = options.xAxis, [points] = options.series;
  const shares = points.data.map((d) => (d.value[0] - min) / (max - min));
  assert.ok(Math.max(...shares) <= 1 && Math.min(...shares) >= 0);
  assert.ok(shares.filter((s) => s > 0.25).length >= 18, 'most are beyond the first quarter');
  assert.deepEqual(axisLabel.customValues.map(axisLabel.formatter), ['0', '1', '2', '5', '10', '20', '50', '100']);
  assert.match(options.tooltip.formatter({seriesType: 'scatter', seriesName: 'policies', value: points.data[3].value, data: points.data[3]}), /96\.26/);
  const below = {...policiesChart, curves: [{...policiesChart.curves[0], x: everyPolicy.map((p) => p[0] - 3)}]};
  assert.deepEqual(chartOptions(below, theme, 1000).xAxis.axisLabel.customValues.slice(0, 4).map((p) => Math.round(Math.sinh(p))), [-5, -2, -1, 0]);
});

test('Where it is narrow points have numbers and a list', () => {
  const chart = {curves: [{shape: 'points', labels: ['halve_double', 'queue_aware', 'always full rate']}]};
  assert.ok(isNumbered(chart, 360) && !isNumbered(chart, 1100));
  assert.equal(listSize(chart, 360, (name) => 6 * name.length).rows, 2);
  assert.equal(listSize(chart, 1100, (name) => 6 * name.length).height, 0);
});

test('A link around a torus is bent, its neighbours are not', () => {
  const places = Array.from({length: 16}, (_, i) => [`switch ${i}`, (i % 4) / 3, Math.floor(i / 4) / 3]);
  assert.equal(bendOf(places, 0, 1), 0);
  assert.notEqual(bendOf(places, 0, 3), 0);
  assert.notEqual(bendOf(places, 0, 12), 0);
  assert.notEqual(bendOf(places, 4, 7), 0);
  const picture = Object.assign(Object.create(Picture.prototype), {data: {places}});
  const inside = (edge) => picture.course(edge, {width: 400, height: 400}).by.every((v) => v > 0 && v < 400);
  for (const edge of [{a: 0, b: 3}, {a: 12, b: 15}, {a: 0, b: 12}, {a: 3, b: 15}]) assert.ok(inside(edge), 'it stays in the picture');
});

test('The picture says what it shows and what not', async () => {
  const data = await NetworkData.read(source());
  assert.match(shownText(data, 'rate'), /A line is both directions of a link.*faster one.*Not drawn, but in the heat map: 2 channels of hosts\./);
});

test('Of a large network the picture says what a dot and a line are, and what is within a group', async () => {
  const {network, history, ...rest} = source(), plane = packed(new Uint8Array(16));
  const ends = {channels: 8, from: numbers([0, 1, 0, 2, 2, 0, 1, -1]), to: numbers([1, 0, 2, 0, 3, 3, 2, 0]), kind: packed([1, 1, 1, 1, 1, 1, 1, 0])};
  const large = {...rest, network: {...network, ...ends, switches: 4, place_of: numbers([0, 0, 1, 1])}, history: {...history, channels: 8, busy: plane, rate: plane, state: plane, why: plane, changes: plane}};
  const text = shownText(await NetworkData.read(large), 'busy');
  assert.match(text, /Each of the 2 dots is a group of 2 switches, 4 in all\./);
  assert.match(text, /A line is all channels between two dots, both ways, 4 of them, and has the colour of the busiest one; the heat map has each by itself\./);
  assert.match(text, /Not drawn, but in the heat map: 3 channels within groups, 1 channel of hosts\./);
  const together = {...rest, network: {...network, from: numbers([0, 1, 0, -1]), to: numbers([1, 0, 0, 0]), switches: 5, names: ['a', 'b', 'c', 'd'], members: numbers([40, 44, 7, 12])}, history};
  const told = shownText(await NetworkData.read(together), 'rate');
  assert.match(told, /a group of about 3 switches, 5 in all\. A line .*, 84 of them, and has the colour of the faster direction, by its mean/);
  assert.match(told, /: 7 channels within groups, 12 channels of hosts\./);
});

test('The slowest rate is seen on a dark page too', () => {
  useScale('dark');
  const light = scaleRgb(0).reduce((sum, v) => sum + v) / 3;
  useScale('light');
  assert.ok(light > 100 && scaleRgb(0).reduce((sum, v) => sum + v) / 3 < 100);
});

test('A span with time at two rates has a colour between theirs', () => {
  const rates = [2.5e9, 5e9, 10e9, 20e9, 40e9];
  rates.forEach((rate, i) => assert.deepEqual(meanRateRgb(Math.round((200 * rate) / 40e9) / 200, rates), rateRgb(i, rates), `${rate}`));
  const between = meanRateRgb(0.75, rates), slower = rateRgb(3, rates), faster = rateRgb(4, rates);
  between.forEach((c, i) => assert.ok(c > Math.min(slower[i], faster[i]) && c < Math.max(slower[i], faster[i])));
  assert.deepEqual(meanRateRgb(0, [0, 10e9]), rateRgb(0, [0, 10e9]), 'off is off');
  const view = {mode: 'rate', data: {rates, whole: 200}};
  assert.deepEqual([13, 25, 150, 200].map((v) => valueOf(view, v)), [2.5, 5, 30, 40]);
});

test('Words are never broken, and long names have all of their lines', () => {
  assert.equal(textLines('conditional minimal', 80), 2);
  assert.equal(textLines('conditional', 10), 1);
  const long = {...bars, x: {...bars.x, names: ['power, independent channels of the measured chip, all of them', 'b']}};
  assert.equal(barHeight(bars, 800), 30);
  assert.ok(barHeight(long, 330) >= 4 * 12);
  const rules = {...bars, lying: false, x: {...bars.x, names: ['conditional minimal', 'per switch', 'per group', 'compacted', 'conditional', 'flat', 'a', 'b']}};
  assert.equal(chartOptions(rules, theme, 330).xAxis.axisLabel.rotate, 40);
  assert.equal(chartOptions(rules, theme, 1200).xAxis.axisLabel.rotate, undefined);
});

test('A box that scrolls says what is out of sight', () => {
  const box = {scrollTop: 0, scrollLeft: 0, scrollHeight: 900, scrollWidth: 300, clientHeight: 500, clientWidth: 300};
  assert.equal(hintText(hiddenParts(box)), 'There is more below: scroll.');
  assert.equal(hintText(hiddenParts({...box, scrollTop: 400})), 'There is more above: scroll.');
  assert.equal(hintText(hiddenParts({...box, scrollWidth: 800, scrollTop: 100})), 'There is more below, above and to the right: scroll.');
  assert.equal(hintText(hiddenParts({...box, scrollHeight: 500})), '');
});

test('Zooming leaves what is at the crosshair where it is', () => {
  const linear = {scale: 'linear'}, log = {scale: 'log'}, near = (a, b) => a.forEach((v, i) => assert.ok(Math.abs(v - b[i]) < 1e-9, `${a} is not ${b}`));
  near(zoomed(linear, [0, 100], [0, 100], 20, 0.5), [10, 60]);
  near(zoomed(linear, [10, 60], [0, 100], 20, 0.5), [15, 40]);
  near(zoomed(linear, [0, 100], [0, 100], null, 0.5), [25, 75]);  // without one it is the middle
  near(zoomed(linear, [0, 100], [0, 100], 0, 0.5), [0, 50]);
  near(zoomed(linear, [0, 50], [0, 100], 0, 2), [0, 100]);
  near(zoomed(linear, [60, 100], [0, 100], 90, 2), [20, 100]);  // not beyond the end
  near(zoomed(log, [1, 10000], [1, 10000], 10, 0.5), [10 ** 0.5, 10 ** 2.5]);
});

test('Arrow keys go from point to point, and the window follows', () => {
  const chart = {x: {scale: 'linear'}, curves: [{x: [3, 1, 2], y: [1, 1, null]}, {x: [1, 7], y: [2, 2]}]}, places = placesOf(chart);
  assert.deepEqual(places, [1, 3, 7]);
  assert.equal(nextPlace(places, [2, 7], null, 1), 3);
  assert.equal(nextPlace(places, [1, 7], 3, 1), 7);
  assert.equal(nextPlace(places, [1, 7], 7, 1), 7);
  assert.equal(nextPlace(places, [1, 7], 7, -1), 3);
  assert.equal(nearestPlace(chart.x, places, 4.9), 3);
  assert.equal(nearestPlace({scale: 'log'}, [1, 10, 100], 40), 100);
  assert.equal(nearestPlace(chart.x, [], 4), null);
  assert.deepEqual(movedTo({scale: 'linear'}, [1, 3], 7), [5, 7]);
  assert.deepEqual(movedTo({scale: 'linear'}, [1, 3], 2), [1, 3]);
});

test('The list of names says what marks mean', () => {
  const curve = {name: 'ours', shape: 'line', role: 'one_of_many', x: [1, 2, 3], y: [1, 2, 3], marks: ['warm', 'saturated, 2 of 5', 'undecided']};
  const chart = {name: 'c', title: 't', x: {title: 'x', unit: '', scale: 'linear'}, y: {title: 'y', unit: '', scale: 'linear'}, curves: [curve],
    marks: [{mark: 'warm', words: 'warm'}, {mark: 'saturated', words: 'saturated: carries less'}, {mark: 'undecided', words: 'undecided: too short'}]};
  const {legend, series} = chartOptions(chart, theme, 800), line = series[0].data;
  assert.deepEqual(legend.data.map((d) => d.name), ['ours', 'warm', 'saturated: carries less', 'undecided: too short']);
  assert.deepEqual(line.map((d) => d.symbol), ['circle', 'triangle', 'circle']);
  assert.equal(line[1].itemStyle.color, theme.card);
  for (const {words, mark} of chart.marks) {
    const sample = series.find((s) => s.name === words), point = line[['warm', 'saturated', 'undecided'].indexOf(mark)];
    assert.equal(sample.symbol, point.symbol), assert.equal(sample.itemStyle.color === theme.card, point.itemStyle.color === theme.card);
  }
  assert.ok(legendHeight(chart, 300) > legendHeight({...chart, marks: []}, 300), 'it has the lines that it needs');
  const points = {...chart, curves: [{...curve, shape: 'points'}]};
  assert.equal(chartOptions(points, theme, 800).legend.data.length, 3, 'all points are in it by their marks');
});

test('The list of runs sorts by a column, and back', () => {
  assert.equal(nextSort('', 'traffic.load'), 'traffic.load');
  assert.equal(nextSort('traffic.load', 'traffic.load'), '-traffic.load');
  assert.equal(nextSort('-traffic.load', 'traffic.load'), 'traffic.load');
  assert.equal(withHalf([12.5, 0.25]), '12.5 ± 0.25');
  assert.equal(withHalf([null, null]), '-');
});

test('A plot begins with latency over load, where there are both', () => {
  assert.deepEqual(usualAxes({varied: ['routing.name', 'run.seed', 'traffic.load'], figures: ['accepted.share', 'latency.packets_with_source_queue.mean_ns']}),
    {x: 'traffic.load', y: 'latency.packets_with_source_queue.mean_ns'});
  assert.deepEqual(usualAxes({varied: ['run.seed'], figures: ['other', 'offered.share']}), {x: 'offered.share', y: 'other'});
});

test('Problems of a form name its lines', () => {
  assert.equal(byLine('-:14:1: traffic.load: is 23\n    hint: a share\nb.toml:1:2: no'), 'line 14, column 1: traffic.load: is 23\n    hint: a share\nb.toml:1:2: no');
});

test('Hosts of a job are blue while they compute and orange while they do not', async () => {
  const data = await RankData.read({ranks: 2, spans: 2, span_ps: 1000, whole: 200, computing: packed([200, 100, 0, 0]), load: [1, null], load_span_ps: 2000});
  assert.equal(data.share(0), 0.75);
  assert.equal(data.share(1), 0);
  assert.equal(data.share(), 0.375);
  assert.equal(data.name(1), 'host 1');
  const colours = phaseColours(200);
  assert.ok(colours[3 * 200 + 2] > colours[3 * 200] && colours[0] > colours[2]);
});
