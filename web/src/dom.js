// Elements without HTML: what comes from a store is always a text.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/// A long name that may be broken after its dots and underscores.
export function breakable(name) {
  const whole = element('span', {title: name});
  for (const part of String(name).split(/(?<=[._])/)) whole.append(part, element('wbr'));
  return whole;
}
