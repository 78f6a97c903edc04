import type { Ringtone } from './devices.ts';

/** A tone that repeats: frequencies (Hz) that sound together, some ms each, then silence for `offMs`. */
interface Cadence {
  readonly notes: readonly { readonly hertz: readonly number[]; readonly ms: number }[];
  readonly offMs: number;
  readonly level: number;
}

/** What a call that arrives sounds like. */
const ringtoneCadences: Readonly<Record<Ringtone, Cadence>> = {
  soft: {
    notes: [
      { hertz: [659, 988], ms: 420 },
      { hertz: [523, 784], ms: 520 },
    ],
    offMs: 1_500,
    level: 0.25,
  },
  classic: { notes: [{ hertz: [440, 480], ms: 1_200 }], offMs: 2_400, level: 0.3 },
  bright: {
    notes: [784, 988, 1_175].map((hertz) => ({ hertz: [hertz], ms: 180 })),
    offMs: 1_100,
    level: 0.3,
  },
};

/** 425 Hz, one second in five, as the Vietnamese network rings back. */
const ringback: Cadence = { notes: [{ hertz: [425], ms: 1_000 }], offMs: 4_000, level: 0.12 };

/** Two short notes beside the voice that one listens to, every four seconds. */
const callWaiting: Cadence = {
  notes: [
    { hertz: [425], ms: 180 },
    { hertz: [], ms: 120 },
    { hertz: [425], ms: 180 },
  ],
  offMs: 3_520,
  level: 0.06,
};

/** What is to be heard: a call that comes, the far end ringing, a call that comes while one talks. */
export type RingerTone = 'ringtone' | 'ringback' | 'waiting' | 'silence';

/** A short fade keeps tones from clicking. */
const fadeSeconds = 0.02;

/** `AudioContext` with the output choice that Chromium has and the DOM types do not. */
type RoutableContext = AudioContext & { setSinkId?: (id: string) => Promise<void> };

export interface Ringer {
  readonly play: (tone: RingerTone) => void;
  /** Loudspeaker for the ringtone, '' for the browser's choice. All else always sounds where the call does. */
  setRingOutput(deviceId: string): void;
  setCallOutput(deviceId: string): void;
  setRingtone(ringtone: Ringtone): void;
  /** Browsers let a page sound only after a gesture: called from one, it makes later rings audible. */
  unlock(): void;
}

/** Ringing made by Web Audio: no files to load, nothing to cache, and it stops at once. */
export function createRinger(newContext: () => AudioContext = () => new AudioContext()): Ringer {
  const contexts: { ringtone: RoutableContext | null; ringback: RoutableContext | null } = {
    ringtone: null,
    ringback: null,
  };
  let ringtone: Ringtone = 'soft';
  const outputs = { ringtone: '', ringback: '' };
  let stop = () => {};

  const context = (tone: 'ringtone' | 'ringback'): RoutableContext => {
    const made: RoutableContext = contexts[tone] ?? newContext();
    if (contexts[tone] === null) {
      contexts[tone] = made;
      // Another program took the sound, or the computer slept: once that is over the browser leaves the rest to us.
      made.addEventListener('statechange', () => {
        if (made.state !== 'running' && made.state !== 'closed') wakeUp(made);
      });
      route(tone);
    }
    return made;
  };
  const route = (tone: 'ringtone' | 'ringback') => {
    // A device that was unplugged since: the ring goes where the browser sends everything else.
    contexts[tone]?.setSinkId?.(outputs[tone]).catch(() => contexts[tone]?.setSinkId?.(''));
  };

  return {
    play(tone) {
      stop();
      stop = () => {};
      if (tone === 'silence') return;
      const audio = context(tone === 'ringtone' ? 'ringtone' : 'ringback');
      wakeUp(audio);
      const cadence = { ringback, waiting: callWaiting, ringtone: ringtoneCadences[ringtone] }[tone];
      let sounding: OscillatorNode[] = [];
      const round = () => {
        let at = audio.currentTime;
        sounding = cadence.notes.flatMap(({ hertz, ms }) => {
          const note = hertz.map((frequency) => sound(audio, frequency, at, ms / 1000, cadence.level / hertz.length));
          at += ms / 1000;
          return note;
        });
      };
      round();
      const every = cadence.notes.reduce((sum, note) => sum + note.ms, cadence.offMs);
      const timer = setInterval(round, every);
      stop = () => {
        clearInterval(timer);
        for (const oscillator of sounding) oscillator.disconnect();
      };
    },
    setRingOutput(deviceId) {
      outputs.ringtone = deviceId;
      route('ringtone');
    },
    setCallOutput(deviceId) {
      outputs.ringback = deviceId;
      route('ringback');
    },
    setRingtone(chosen) {
      ringtone = chosen;
    },
    unlock() {
      wakeUp(context('ringtone'));
      wakeUp(context('ringback'));
    },
  };
}

/** Refused while it is interrupted, or before the first gesture: the next change of state, or gesture, asks again. */
function wakeUp(audio: AudioContext): void {
  if (audio.state !== 'running') audio.resume().catch(() => undefined);
}

function sound(audio: AudioContext, hertz: number, at: number, seconds: number, level: number): OscillatorNode {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + fadeSeconds);
  gain.gain.setValueAtTime(level, at + seconds - fadeSeconds);
  gain.gain.linearRampToValueAtTime(0, at + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
  // Keeps nothing connected that no longer sounds.
  oscillator.onended = () => gain.disconnect();
  return oscillator;
}
