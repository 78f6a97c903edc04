import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { WAV_HEADER } from '@alo/engine-host/audio';

import { type ChildLimits, startLimited } from '../../kernel/limited-child.ts';
import type { StoredFile } from '../file-store.ts';
import { wavAbout } from './small-recording.ts';

const program = new URL('./small-child.ts', import.meta.url).pathname;
/** Hours of a call wait for a processor that calls need more. */
const limits: ChildLimits = { heapMb: 128, mostBytes: 512 * 1024 * 1024, silentMs: 30 * 60_000 };

/** A recording in a tenth of its size; undefined of what is no WAV of telephone sound. */
export async function madeSmall(wav: StoredFile): Promise<Buffer | undefined> {
  const head = await buffer(await wav.read({ start: 0, end: WAV_HEADER - 1 }));
  const about = wavAbout(head, wav.bytes);
  if (about === undefined) return undefined;
  const { process, ended } = startLimited(program, [about.channels, about.frames].map(String), {
    stdio: ['pipe', 'pipe', 'pipe'],
    limits,
  });
  const { stdin, stdout } = process;
  if (stdin === null || stdout === null) throw new Error('A program without pipes makes nothing.');
  const sound = await wav.read({ start: WAV_HEADER, end: wav.bytes - 1 });
  // Where it ends early it says why, and that it took no more of the sound is nothing new.
  const given = pipeline(sound, stdin).catch((error: unknown) => error);
  const [made, refused, { code, said }] = await Promise.all([buffer(stdout), given, ended]);
  if (code !== 0) throw new Error(`A recording was not made small: ${said}`);
  if (refused !== undefined) throw refused;
  return made;
}
