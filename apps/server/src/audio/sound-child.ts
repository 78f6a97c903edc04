/**
 * A program of its own that turns bytes of strangers, or words, into sound: `convert` reads a file, `speak <voice>` a text; both write a WAV
 * file. `clip` reads a file with one word or sentence, and writes a line of what was measured of it before the WAV. What it cannot take it says in a line on stderr. Whatever a file does to a decoder is done to this process, which has no
 * secret, reads nothing but code and writes nothing; and the decoders' and the voice's licences stay on this side of the pipe.
 */
import { buffer } from 'node:stream/consumers';

import { refusalLine } from '../kernel/limited-child.ts';
import { asLoudAsOthers } from './loudness.ts';
import { type SoundKind, soundKindOf } from './sound-kind.ts';
import { telephoneRate, toTelephone } from './telephone.ts';
import { asClip, clippingCounter } from './voice-clip.ts';
import { wavOf } from './wav.ts';

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}
interface Decoder {
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Decoded | Promise<Decoded>;
}

const [order, argument = ''] = process.argv.slice(2);
const longestSeconds = 15 * 60;
/** Bytes that a decoder is given at once. */
const pieceBytes = 32_768;

class Refused extends Error {}

try {
  const input = await buffer(process.stdin);
  process.stdout.write(order === 'clip' ? await clipOf(input) : await wholeOf(input));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof Refused ? refusalLine(error.message) : `${String(error)}\n`);
}

async function wholeOf(input: Buffer): Promise<Buffer> {
  const samples = order === 'speak' ? await spoken(input.toString(), argument) : await decoded(input);
  const loud = asLoudAsOthers(samples);
  if (loud === undefined) throw new Refused('Tệp không có tiếng');
  return wavOf(loud);
}

async function clipOf(input: Buffer): Promise<Buffer> {
  const clipping = clippingCounter();
  const made = asClip(await decoded(input, ([channel]) => channel !== undefined && clipping.take(channel)));
  if (made === undefined) throw new Refused('Không nghe thấy tiếng nói');
  const measures = { ...made.measures, clipped: clipping.count() };
  return Buffer.concat([Buffer.from(`${JSON.stringify(measures)}\n`), wavOf(made.clip)]);
}

async function decoded(
  bytes: Buffer,
  look: (channels: readonly Float32Array[]) => unknown = () => undefined,
): Promise<Float32Array> {
  const kind = soundKindOf(bytes);
  if (kind === undefined) throw new Refused('Không phải tệp WAV, MP3, OGG hay M4A');
  const decoder = await decoderOf(kind);
  const pieces: Float32Array[] = [];
  let telephone: ReturnType<typeof toTelephone> | undefined;
  let length = 0;
  const keep = (piece: Float32Array) => {
    pieces.push(piece);
    length += piece.length;
    if (length > longestSeconds * telephoneRate) throw new Refused('Âm thanh dài quá 15 phút');
  };
  const take = ({ channelData, sampleRate }: Decoded) => {
    if ((channelData[0]?.length ?? 0) === 0) return;
    if (sampleRate < telephoneRate || sampleRate > 192_000) throw new Refused('Tần số lấy mẫu phải từ 8 đến 192 kHz');
    look(channelData);
    telephone ??= toTelephone(sampleRate);
    keep(telephone.take(channelData));
  };
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      take(await decoder.decode(bytes.subarray(at, at + pieceBytes)));
    if (decoder.flush !== undefined) take(await decoder.flush());
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('Tệp hỏng hoặc dùng kiểu nén chưa đọc được');
  }
  if (telephone !== undefined) keep(telephone.end());
  if (length === 0) throw new Refused('Tệp không có tiếng');
  return joined(pieces, length);
}

function joined(pieces: readonly Float32Array[], length: number): Float32Array {
  const whole = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function decoderOf(kind: SoundKind): Promise<Decoder> {
  switch (kind) {
    case 'wav':
      return (await import('@audio/decode-wav')).decoder();
    case 'mp3':
      return await (await import('@audio/decode-mp3')).decoder();
    case 'vorbis':
      return await (await import('@audio/decode-vorbis')).decoder();
    case 'opus':
      return await (await import('@audio/decode-opus')).decoder();
    case 'm4a':
      return await (await import('@audio/decode-mp4')).decoder();
    default:
      return kind satisfies never;
  }
}

async function spoken(text: string, voice: string): Promise<Float32Array> {
  const { speak, speechRate } = await import('./espeak.ts');
  const samples = await speak(text, voice);
  const telephone = toTelephone(speechRate);
  const [said, rest] = [telephone.take([Float32Array.from(samples, (one) => one / 32_768)]), telephone.end()];
  return joined([said, rest], said.length + rest.length);
}
