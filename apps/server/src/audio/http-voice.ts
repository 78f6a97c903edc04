import type { Voice } from './sounds.ts';

const patienceMs = 30_000;
const mostBytes = 20 * 1024 * 1024;

/** A voice that is reached over HTTP: it is sent `{ text, voice, language }` and answers a sound file. */
export const httpVoice =
  (url: string): Voice =>
  async (text, voice) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice, language: 'vi' }),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`The voice answered ${answer.status}.`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (bytes.length > mostBytes) throw new Error(`The voice answered ${bytes.length} bytes.`);
    return bytes;
  };
