// Saves what the page made into a file, without asking anybody else.
function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob), link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function saveText(name, type, text) {
  save(name, new Blob([text], {type: `${type};charset=utf-8`}));
}

/// A line of text below a drawing, for what must not be lost with the page around it.
export const lineHeight = 20;
export function withLine(svg, height, text, colour) {
  const safe = text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`), taller = height + lineHeight;
  return svg.replace(`height="${height}"`, `height="${taller}"`).replace(/viewBox="0 0 (\S+) \S+"/, `viewBox="0 0 $1 ${taller}"`)
    .replace(/<\/svg>\s*$/, () => `<text x="10" y="${height + 13}" font-size="12" font-family="sans-serif" fill="${colour}">${safe}</text></svg>`);
}

/// Twice as many pixels as on the screen, on the page's own ground.
export async function savePng(name, svg, width, height, ground) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width, canvas.height = 2 * height;
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => save(name, blob), 'image/png');
}
