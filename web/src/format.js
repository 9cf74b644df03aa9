// Numbers and names for people.
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return value.toExponential(2);
  const decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return value.toLocaleString('en-US', {maximumFractionDigits: decimals});
}

/// Beside an axis there is little room: "150 k", "2 M". All numbers of an axis have the unit of its greatest, `most`.
export function shortNumber(value, most = value) {
  if (value === 0) return '0';
  const size = Math.abs(most), [unit, name] = size >= 1e9 ? [1e9, ' G'] : size >= 1e6 ? [1e6, ' M'] : size >= 1e5 ? [1e3, ' k'] : [1, ''];
  return size >= 1e15 ? number(value) : number(value / unit) + name;
}

/// Powers of ten beside an axis, each with its own unit: "1 k", "10 k", "100 k", "1 M". Small ones have none.
export const decadeNumber = (value, most) => (most >= 1e5 && value >= 1e3 ? shortNumber(value, Math.max(value, value < 1e6 ? 1e5 : 1e6)) : shortNumber(value, value));

export function rateName(bits) {
  return bits === 0 ? 'off' : `${number(bits / 1e9)} Gb/s`;
}

export function timeText(ps) {
  const [unit, name] = ps >= 2e9 ? [1e9, 'ms'] : ps >= 2e6 ? [1e6, 'us'] : [1e3, 'ns'];
  return `${number(ps / unit)} ${name}`;
}

/// A cell of CSV, quoted where it has to be. A text that a spreadsheet would compute is made a text.
export function csvCell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  let text = String(value);
  if (/^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csv = (rows) => rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';

export const axisTitle = (axis) => (axis.unit ? `${axis.title} [${axis.unit}]` : axis.title);
