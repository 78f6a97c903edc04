import { json } from 'node:stream/consumers';
import { callWaveform } from '@alo/contract';
import { z } from 'zod';

import { voiceSummary } from '../../domain/voice-summary.ts';
import { type Stretch, silencesIn, timesOf } from '../../kernel/recorded-voices.ts';
import type { FileKey, FileStore } from '../../storage/file-store.ts';
import { hearRecording } from '../../storage/hear-recording.ts';
import { peaksOf } from '../../storage/open-files.ts';

export type Waveform = z.output<typeof callWaveform.result>;

const stretch = z.tuple([z.number(), z.number()]);
/** As it is kept beside the file. */
const kept = callWaveform.result.omit({ voices: true }).extend({
  voices: z.object({ totalMs: z.number(), left: z.array(stretch), right: z.array(stretch) }).nullable(),
});

/** The recording's peaks and voices, found at the first look and kept beside the file. Undefined for what is not there, or not 16-bit PCM. */
export async function waveformOf(
  files: FileStore,
  recording: FileKey,
  direction: string,
): Promise<Waveform | undefined> {
  const beside = peaksOf(recording);
  const stored = kept.safeParse(await readJson(files, beside));
  if (stored.success) return presented(stored.data, direction);
  const file = await files.find(recording);
  const heard = file === undefined ? undefined : await hearRecording(file);
  if (heard === undefined) return undefined;
  // Where the disk is full, or not ours to write, it is measured again next time.
  await files.put(beside, once(JSON.stringify(heard))).catch(() => undefined);
  return presented(kept.parse(heard), direction);
}

function presented({ voices, ...wave }: z.output<typeof kept>, direction: string): Waveform {
  if (voices === null) return { ...wave, voices };
  const inSeconds = (all: readonly Stretch[]) => all.map(([from, to]): [number, number] => [from / 1_000, to / 1_000]);
  const { left, right, totalMs } = voices;
  return {
    ...wave,
    voices: {
      left: inSeconds(left),
      right: inSeconds(right),
      silences: inSeconds(silencesIn([...left, ...right], totalMs)),
      told: voiceSummary(timesOf(voices), direction),
    },
  };
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function readJson(files: FileStore, key: FileKey): Promise<unknown> {
  try {
    const file = await files.find(key);
    return file === undefined ? undefined : await json(await file.read());
  } catch {
    // Not readable: it is made anew.
    return undefined;
  }
}
