import { watchDevices } from './audio/devices.ts';
import { createPhoneAudio } from './audio/phone-audio.ts';
import { findAudioWay } from './audio-way.ts';
import { PhoneController } from './controller.ts';
import type { Effect } from './events.ts';
import { leftCallsIn } from './left-call.ts';
import type { MakeAdapter } from './port.ts';

/** The console messages of the specification §8, for whoever looks there; the person is told in the call window. */
const consoleMessages: Readonly<Record<Extract<Effect, { type: 'log' }>['message'], string>> = {
  'no-microphone': 'No microphone or speaker device found',
  'registration-failed': 'SIP registration failed',
  'not-initialised': 'User agent not initialised',
};

/** The phone with all that it has of the browser. */
export interface BrowserPhone {
  readonly phone: PhoneController;
  /** Stops listening to the browser, and leaves the phone. */
  close(): void;
}

/** The phone of this page: a way of calling, Web Audio, and the audio element in which the far end is heard. */
export function createBrowserPhone(element: HTMLAudioElement, makeAdapter: MakeAdapter): BrowserPhone {
  const phone = new PhoneController({
    makeAdapter,
    audio: createPhoneAudio(element),
    locks: navigator.locks,
    openChannel(name, onMessage) {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => onMessage(data);
      return channel;
    },
    leftCalls: leftCallsIn(localStorage),
    findWay: findAudioWay,
    chance: Math.random,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    // oxlint-disable-next-line no-console -- the specification names these console messages.
    log: (message) => console.warn(consoleMessages[message]),
  });
  const listening = new AbortController();
  const { signal } = listening;
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    phone.wake();
    phone.unlockAudio();
  };
  window.addEventListener('online', () => phone.wake(), { signal });
  window.addEventListener('pagehide', () => phone.leaveBehind(), { signal });
  window.addEventListener('pageshow', wake, { signal });
  document.addEventListener('visibilitychange', wake, { signal });
  document.addEventListener('resume', wake, { signal });
  // Each of them: what was unlocked once may have been interrupted since.
  for (const gesture of ['pointerdown', 'keydown'] as const) {
    document.addEventListener(gesture, () => phone.unlockAudio(), { signal, capture: true, passive: true });
  }
  const unwatch = watchDevices(navigator.mediaDevices, () => phone.devicesChanged());
  return {
    phone,
    close() {
      listening.abort();
      unwatch();
      phone.leave();
    },
  };
}
