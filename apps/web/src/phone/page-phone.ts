import type { SystemSetting } from '@alo/contract';
import {
  canBeHeard,
  createBrowserPhone,
  type MakeAdapter,
  type MicrophoneStanding,
  makeCtiAdapter,
  makeJssipAdapter,
  makeSipjsAdapter,
  type PhoneController,
  watchMicrophone,
} from '@alo/softphone';

import type { Console } from '../kit/api/context.ts';
import { explain } from '../kit/api/problem.ts';
import { type SharedValue, shown } from '../kit/browser/shared-value.ts';
import { type DeskAgent, deskAgent } from './cti/desk-agent.ts';

export type Mode = SystemSetting['voice_over_internet_protocol'];

/** The phone of this page, with the sound of the other side. Nothing that draws it holds it: no mistake there ends a call. */
export interface PagePhone {
  /** Null until it is known how people phone here, and on an insecure page. */
  readonly controller: SharedValue<PhoneController | null>;
  /** How the microphone of this browser stands; null until that is known. */
  readonly microphone: SharedValue<MicrophoneStanding | null>;
  /** It was tried, and could be opened or not. */
  readonly microphoneTried: (how: 'well' | 'in-vain') => void;
  /** The person's telephone on a desk, told whatever the switchboard tells. */
  readonly desk: DeskAgent;
  /** A program of another maker tells of a telephone in its place. */
  readonly vendor: SharedValue<boolean>;
  /** Makes the phone, once for the life of the page: a setting that changes cuts no conversation. */
  readonly open: (mode: Mode) => void;
  /** How people phone here, as the phone was made; null before. */
  readonly mode: () => Mode | null;
}

export function createPagePhone({ api, toasts }: Pick<Console, 'api' | 'toasts'>): PagePhone {
  const controller = shown<PhoneController | null>(null);
  const desk = deskAgent({
    api,
    onProblem: (error) => toasts.show({ key: 'phone', kind: 'error', ...explain(error) }),
  });
  const vendor = shown(false);
  let made: Mode | null = null;
  const microphone = shown<MicrophoneStanding | null>(null);
  // An insecure page has no devices.
  const watch = window.isSecureContext
    ? watchMicrophone({ media: navigator.mediaDevices, permissions: navigator.permissions }, microphone.set)
    : null;
  microphone.subscribe(() => tellHeard(controller.get(), microphone.get()));
  return {
    controller,
    microphone,
    microphoneTried: (how) => watch?.opened(how),
    desk,
    vendor,
    open(mode) {
      // Without a secure page the browser has neither microphone nor locks.
      if (made !== null || !window.isSecureContext) return;
      made = mode;
      const { phone } = createBrowserPhone(soundOfOtherSide(), wayOf(mode, { desk, vendor }));
      tellHeard(phone, microphone.get());
      let before = phone.snapshot().state;
      phone.subscribe(() => {
        const now = phone.snapshot().state;
        const { notice, call } = now;
        if (notice !== before.notice && notice?.kind === 'ended' && notice.cause === 'no-microphone') {
          watch?.opened('in-vain');
        }
        if (mode !== 3 && call.status === 'connected' && before.call.status !== 'connected') watch?.opened('well');
        before = now;
      });
      controller.set(phone);
    },
    mode: () => made,
  };
}

/** Until it is known how it stands nobody is told anything. */
function tellHeard(phone: PhoneController | null, standing: MicrophoneStanding | null): void {
  if (phone !== null && standing !== null) phone.canBeHeard(canBeHeard(standing));
}

/** It stands in the page itself, so that nothing that is drawn can take it away. */
function soundOfOtherSide(): HTMLAudioElement {
  const audio = Object.assign(document.createElement('audio'), { id: 'remote-audio', autoplay: true, hidden: true });
  document.body.append(audio);
  return audio;
}

function wayOf(mode: Mode, { desk, vendor }: Pick<PagePhone, 'desk' | 'vendor'>): MakeAdapter {
  switch (mode) {
    case 1:
      return makeJssipAdapter;
    case 2:
      return makeSipjsAdapter;
    case 3:
      return async (listener) => {
        const { agentInPage } = await import('./cti/vendor-agent.ts');
        return makeCtiAdapter(agentInPage(desk, document, vendor), () => crypto.randomUUID())(listener);
      };
    default:
      return mode satisfies never;
  }
}
