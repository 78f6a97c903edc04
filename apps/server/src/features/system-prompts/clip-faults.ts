import type { ClipFault } from '@alo/contract';

/** What was measured of a clip as it was brought, as its row has it. */
export interface ClipRow {
  readonly level_db: number;
  readonly noise_db: number | null;
  readonly clipped: number;
  readonly begins_cut: boolean;
  readonly ends_cut: boolean;
  readonly speech_ms: number;
}

/** Below this somebody speaks too far from the microphone: raised to the others, its room is heard. */
const quietDb = -38;
/** Noise that is no further below the voice is heard on the telephone, too. */
const noisyDb = 22;
/** So often at full scale is no accident. */
const clippings = 3;
/** How long a syllable takes, at least and at most, and what a clip may take besides. */
const [shortestMs, longestMs, besidesMs] = [70, 420, 500];

/** What is wrong with what somebody said, the gravest first. */
export function clipFaultsOf(row: ClipRow, text: string): ClipFault[] {
  const syllables = text.split(/\s+/).length;
  const found: Record<ClipFault, boolean> = {
    clipped: row.clipped >= clippings,
    'begins-cut': row.begins_cut,
    'ends-cut': row.ends_cut,
    noisy: row.noise_db !== null && row.level_db - row.noise_db < noisyDb,
    quiet: row.level_db < quietDb,
    long: row.speech_ms > besidesMs + syllables * longestMs,
    short: row.speech_ms < syllables * shortestMs,
  };
  // Its names are the faults.
  return (Object.keys(found) as ClipFault[]).filter((fault) => found[fault]);
}
