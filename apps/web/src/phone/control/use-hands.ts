import { hangUpCall, holdCall, type MyCall, sendKeys } from '@alo/contract';
import type { Tone } from '@alo/softphone';

import { usePhoneContext } from '../model/phone-context.ts';
import { useCallControl } from './use-call-control.ts';

/** What is done with the sound of a call where it is: by this page's phone, or by the switchboard at another telephone of one's own. */
export interface Hands {
  /** Null where the microphone is another telephone's. */
  readonly mute: ((on: boolean) => void) | null;
  readonly hold: (on: boolean) => void;
  readonly key: (tone: Tone) => void;
  readonly hangUp: () => void;
}

export function useHands(there: MyCall | undefined): Hands {
  const { phone, onDesk } = usePhoneContext();
  const { ask } = useCallControl();
  if (there === undefined) {
    return {
      mute: onDesk ? null : (on) => phone?.do({ type: 'mute', on }),
      hold: (on) => phone?.do({ type: on ? 'hold' : 'resume' }),
      key: (tone) => phone?.do({ type: 'key', tone }),
      hangUp: () => phone?.do({ type: 'hang-up' }),
    };
  }
  const params = { id: there.id };
  return {
    mute: null,
    hold: (on) => void ask(holdCall, { params, body: { on } }),
    key: (tone) => void ask(sendKeys, { params, body: { digits: tone } }),
    hangUp: () => void ask(hangUpCall, { params, body: {} }),
  };
}
