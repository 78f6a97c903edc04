import type { SayVoice } from './sounds.ts';

const patienceMs = 30_000;
const mostBytes = 20 * 1024 * 1024;

/**
 * A voice that is reached over HTTP: it is sent `{ text, voice, language }` and answers a sound file. It leads nowhere else, and no
 * more is read of it than a sound may have.
 */
export const httpVoice =
  (url: string, patience = patienceMs): SayVoice =>
  async (text, voice) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, voice, language: 'vi' }),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (!answer.ok || answer.body === null) throw new Error(`The voice answered ${answer.status}.`);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of answer.body) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new Error(`The voice answered more than ${mostBytes} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  };
