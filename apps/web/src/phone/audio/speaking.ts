/** Whether somebody speaks before a microphone, by the loudness that it gives fifteen times a second (`meterMicrophone`). */
export interface Speaking {
  readonly speaks: boolean;
  /** Loud readings of late, and readings since the last loud one. */
  readonly loud: number;
  readonly quiet: number;
}

export const nobodySpeaks: Speaking = { speaks: false, loud: 0, quiet: 0 };

/** −30 dB: a voice before a headset is louder, a room is not. */
const voice = 0.5;
/** Half a second of voice is a word; three seconds without are the end of what was said. */
const wordReadings = 8;
const pauseReadings = 45;

/** A cough is no word: what is loud for a moment is forgotten, at half the pace for the pauses between syllables. */
export function hearLevel({ speaks, loud, quiet }: Speaking, level: number): Speaking {
  const isLoud = level > voice;
  const now = {
    loud: isLoud ? Math.min(loud + 1, wordReadings) : Math.max(loud - 0.5, 0),
    quiet: isLoud ? 0 : quiet + 1,
  };
  return { ...now, speaks: now.loud === wordReadings || (speaks && now.quiet < pauseReadings) };
}
