import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AudioSource } from '@alo/call-core';
import { toneFile } from '@alo/engine-host/audio';

type Tone = Extract<AudioSource, { kind: 'tone' }>['tone'];

const tones: readonly Tone[] = ['ringback', 'busy', 'congestion', 'beep'];

/** The key of a tone among what companies brought. */
export const toneKey = (tone: Tone): string => `company/tones/${tone}.wav`;

/** Writes the tones as files: of who hears one of Asterisk's own nothing could be taken for others to hear. */
export async function writeTones(folder: string): Promise<void> {
  for (const tone of tones) {
    const file = join(folder, toneKey(tone).slice('company/'.length));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, toneFile(tone));
  }
}
