// Numbers that the program packed: base64, then gzip.
export async function unpackBytes(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackNumbers(text) {
  const bytes = await unpackBytes(text), view = new DataView(bytes.buffer), numbers = new Int32Array(bytes.length / 4);
  for (let i = 0; i < numbers.length; ++i) numbers[i] = view.getInt32(4 * i, true);
  return numbers;
}
