import type { DeviceChoice } from './devices.ts';
import { createRinger, type RingerTone } from './ringer.ts';

/** All that the phone makes audible. */
export interface PhoneAudio {
  play(tone: RingerTone): void;
  /** The far end's audio; null when the call is over. */
  attach(stream: MediaStream | null): void;
  choose(choice: DeviceChoice): void;
  unlock(): void;
}

/** Sounds through Web Audio (ringing) and the page's hidden audio element (the call), each on its own device. */
export function createPhoneAudio(element: HTMLAudioElement): PhoneAudio {
  const ringer = createRinger();
  // A browser that interrupts the page's sound pauses it, and does not go on by itself.
  element.addEventListener('pause', () => start());
  const start = () => {
    // Refused only before the first gesture; `unlock` asks again from inside one.
    if (element.srcObject !== null) element.play().catch(() => undefined);
  };
  return {
    play: ringer.play,
    attach(stream) {
      element.srcObject = stream;
      start();
    },
    choose({ callOutput, ringOutput, ringtone }) {
      ringer.setRingtone(ringtone);
      ringer.setRingOutput(ringOutput ?? '');
      ringer.setCallOutput(callOutput ?? '');
      // A device that was unplugged since: the call is heard where everything else is.
      element.setSinkId?.(callOutput ?? '').catch(() => element.setSinkId(''));
    },
    unlock() {
      ringer.unlock();
      start();
    },
  };
}
