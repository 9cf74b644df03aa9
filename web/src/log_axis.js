// A logarithmic axis over few powers of ten: it begins and ends at 1, 2 or 5 times one, so that no room is lost, and has steps between.
const few = 2.5;

/// The steps of an axis for values from `least` to `most`; none where the powers of ten themselves are enough.
export function logSteps(least, most) {
  if (!(least > 0) || !(most > least) || Math.log10(most / least) > few) return [];
  const steps = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power) for (const digit of [1, 2, 5]) steps.push(Number((digit * 10 ** power).toPrecision(3)));
  const from = steps.findLastIndex((v) => v <= least), to = steps.findIndex((v) => v >= most);
  return steps.slice(from, to + 1);
}

/// What an axis gets for its values; `least` and `most` may be asked for. A bar or an area needs its bottom: then it stays as it is.
export function logOption(axis, values) {
  const known = values.filter((v) => v > 0 && Number.isFinite(v));
  const steps = logSteps(Math.min(axis.least || Infinity, ...known), Math.max(axis.most ?? 0, ...known));
  if (steps.length < 2) return {};
  return {min: steps[0], max: steps.at(-1), axisTick: {show: false, customValues: steps}, labels: steps};
}
