import { readFile } from 'node:fs/promises';
import { addAudio, basePrefix, audio as sound } from '@alo/contract';

import type { PersonApi } from './api.ts';

/** What is uploaded is a tone of this. */
export const broughtHertz = 440;
const sample = new URL('../../../apps/server/src/audio/samples/tone.mp3', import.meta.url);

/** Uploads a tone as a browser does; its id. */
export async function bringTone(address: string, { token }: PersonApi): Promise<string> {
  const form = new FormData();
  form.set('source', 'file');
  form.set('file', new Blob([await readFile(sample)], { type: 'audio/mpeg' }), 'lời chào.mp3');
  const answer = await fetch(`${address}${basePrefix[addAudio.base]}${addAudio.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return sound.parse(await answer.json()).id;
}
