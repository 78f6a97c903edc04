import { open } from 'node:fs/promises';
import { WAV_HEADER } from '@alo/engine-host/audio';
import type { RecordingResult } from './media-plane.ts';

/** Length and size of a recording of ours, by its header: 16-bit PCM. Rejects when there is no such file, or it is none. */
export async function measureWav(path: string): Promise<{ readonly durationMs: number; readonly bytes: number }> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(WAV_HEADER);
    const { bytesRead } = await file.read(header, 0, WAV_HEADER, 0);
    if (bytesRead < WAV_HEADER || header.toString('latin1', 0, 4) !== 'RIFF') throw new Error('no recording of ours');
    const sound = header.readUInt32LE(40);
    return { durationMs: (1000 * sound) / header.readUInt32LE(28), bytes: WAV_HEADER + sound };
  } finally {
    await file.close();
  }
}

/** What is left of a recording that nobody finished. Never rejects: a file that cannot be read cannot be played, and counts as none. */
export async function measureUnfinished(path: string): Promise<RecordingResult> {
  const file = await measureWav(path).catch(() => null);
  return { ...(file ?? { durationMs: 0, bytes: 0 }), state: 'incomplete' };
}
