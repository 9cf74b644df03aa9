// Numbers that the program packed: base64, then gzip.
export async function unpackBytes(text) {
  // A loop: Uint8Array.from() with a function takes ten times as long, seconds for a million channels.
  const letters = atob(text), packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; ++i) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackNumbers(text) {
  const bytes = await unpackBytes(text), view = new DataView(bytes.buffer), numbers = new Int32Array(bytes.length >> 2);
  for (let i = 0; i < numbers.length; ++i) numbers[i] = view.getInt32(4 * i, true);
  return numbers;
}
