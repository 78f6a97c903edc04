/** Enough for a telephone, twice over. */
const rate = 16_000;
const headerBytes = 44;

/** What a browser recorded, in whatever form it likes, as a WAV file. */
export async function wavOfBlob(blob: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, rate);
  const decoded = await context.decodeAudioData(await blob.arrayBuffer());
  const samples = decoded.getChannelData(0);
  const view = new DataView(new ArrayBuffer(headerBytes + samples.length * 2));
  const write = (at: number, letters: string) => {
    for (let nth = 0; nth < letters.length; nth += 1) view.setUint8(at + nth, letters.charCodeAt(nth));
  };
  write(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [at, sample] of samples.entries()) {
    view.setInt16(headerBytes + at * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  }
  return new File([view.buffer], 'thu-am.wav', { type: 'audio/wav' });
}
