import { readFile } from 'node:fs/promises';
import { wavHeader } from '@alo/engine-host/audio';

const rate = 8_000;

/** Two people who speak in turns, seven seconds each, on a line that is never wholly silent: a recording as an engine writes it. */
export async function twoSpeaking(seconds: number): Promise<Buffer> {
  const voices = await Promise.all(
    ['khach-1', 'khach-2'].map(async (name) =>
      (await readFile(new URL(`../prompts/bots/${name}.wav`, import.meta.url))).subarray(44),
    ),
  );
  const frames = Math.round(seconds * rate);
  const sound = Buffer.alloc(frames * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    const turn = Math.floor(frame / rate / 7) % 2;
    const at = 2 * (frame % (7 * rate));
    for (const [side, voice] of voices.entries()) {
      const hum = ((frame * (7_919 + 96_810 * side)) % 13) - 6;
      const said = side === turn && at + 1 < voice.length ? voice.readInt16LE(at) : hum;
      sound.writeInt16LE(said, 4 * frame + 2 * side);
    }
  }
  return Buffer.concat([wavHeader(2, sound.length), sound]);
}
