/** Kinds of sound files that are taken. */
export type SoundKind = 'wav' | 'mp3' | 'vorbis' | 'opus' | 'm4a';

/** The kind of a file by its content, not its name; undefined for anything else. */
export function soundKindOf(bytes: Uint8Array): SoundKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 128)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return 'wav';
  if (head.startsWith('OggS')) {
    if (head.includes('OpusHead')) return 'opus';
    return head.includes('\x01vorbis') ? 'vorbis' : undefined;
  }
  if (head.slice(4, 8) === 'ftyp') return 'm4a';
  if (head.startsWith('ID3') || isMpegFrame(bytes)) return 'mp3';
  return undefined;
}

/** The header of a frame of MPEG layer III: eleven bits of sync, and neither reserved version, rate nor layer. */
function isMpegFrame([sync = 0, version = 0, rates = 0]: Uint8Array): boolean {
  const isReserved = (version & 0x18) === 0x08 || (rates & 0x0c) === 0x0c || (rates & 0xf0) === 0xf0;
  return sync === 0xff && (version & 0xe6) === 0xe2 && !isReserved;
}
