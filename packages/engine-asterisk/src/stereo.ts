import { type FileHandle, open } from 'node:fs/promises';
import { wavHeader } from '@alo/engine-host/audio';

/** A voice's part of a recording: a WAV of 8 kHz, 16 bits, mono. */
export interface Piece {
  readonly file: string;
  readonly side: 'left' | 'right';
  /** When it begins, in milliseconds of the recording. */
  readonly atMs: number;
}

const rate = 8_000;
/** A second of samples at a time: a recording may be hours. */
const blockSamples = rate;
const headerBytes = 44;

/** Writes one recording of all pieces, `durationMs` long, silent where there are none. Answers its size in bytes. */
export async function writeStereo(file: string, pieces: readonly Piece[], durationMs: number): Promise<number> {
  const samples = Math.round((durationMs * rate) / 1_000);
  const output = await open(file, 'w');
  const inputs = await Promise.all(pieces.map(openPiece));
  try {
    await output.write(wavHeader(2, samples * 4));
    for (let from = 0; from < samples; from += blockSamples) {
      const count = Math.min(blockSamples, samples - from);
      const block = new Int32Array(count * 2);
      for (const input of inputs) await addTo(block, input, from, count);
      await output.write(clamped(block));
    }
  } finally {
    await Promise.all([output, ...inputs.map(({ handle }) => handle)].map((handle) => handle.close()));
  }
  return headerBytes + samples * 4;
}

interface Input extends Piece {
  readonly handle: FileHandle;
  /** Of the recording. */
  readonly firstSample: number;
}

async function openPiece(piece: Piece): Promise<Input> {
  return { ...piece, handle: await open(piece.file, 'r'), firstSample: Math.round((piece.atMs * rate) / 1_000) };
}

/** Adds what `input` says between `from` and `from + count`. */
async function addTo(
  block: Int32Array,
  { handle, side, firstSample }: Input,
  from: number,
  count: number,
): Promise<void> {
  const begin = Math.max(from, firstSample);
  const wanted = from + count - begin;
  if (wanted <= 0) return;
  const bytes = Buffer.alloc(wanted * 2);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, headerBytes + (begin - firstSample) * 2);
  const channel = side === 'left' ? 0 : 1;
  for (let i = 0; i * 2 + 1 < bytesRead; i += 1) {
    const at = (begin - from + i) * 2 + channel;
    block[at] = (block[at] ?? 0) + bytes.readInt16LE(i * 2);
  }
}

function clamped(block: Int32Array): Buffer {
  const bytes = Buffer.alloc(block.length * 2);
  for (const [i, sample] of block.entries()) bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, sample)), i * 2);
  return bytes;
}
