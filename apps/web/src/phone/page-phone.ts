import type { SystemSetting } from '@alo/contract';
import {
  createBrowserPhone,
  type MakeAdapter,
  makeCtiAdapter,
  makeJssipAdapter,
  makeSipjsAdapter,
  type PhoneController,
} from '@alo/softphone';

import type { Console } from '../kit/api/context.ts';
import { explain } from '../kit/api/problem.ts';
import { type Shown, shown } from '../kit/browser/shown.ts';
import { type DeskAgent, deskAgent } from './cti/desk-agent.ts';

export type Mode = SystemSetting['voice_over_internet_protocol'];

/** The phone of this page, with the sound of the other side. Nothing that draws it holds it: no mistake there ends a call. */
export interface PagePhone {
  /** Null until it is known how people phone here, and on an insecure page. */
  readonly controller: Shown<PhoneController | null>;
  /** The person's telephone on a desk, told whatever the switchboard tells. */
  readonly desk: DeskAgent;
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
  let made: Mode | null = null;
  return {
    controller,
    desk,
    open(mode) {
      // Without a secure page the browser has neither microphone nor locks.
      if (made !== null || !window.isSecureContext) return;
      made = mode;
      controller.set(createBrowserPhone(soundOfOtherSide(), wayOf(mode, desk)).phone);
    },
    mode: () => made,
  };
}

/** It stands in the page itself, so that nothing that is drawn can take it away. */
function soundOfOtherSide(): HTMLAudioElement {
  const audio = Object.assign(document.createElement('audio'), { id: 'remote-audio', autoplay: true, hidden: true });
  document.body.append(audio);
  return audio;
}

function wayOf(mode: Mode, desk: DeskAgent): MakeAdapter {
  switch (mode) {
    case 1:
      return makeJssipAdapter;
    case 2:
      return makeSipjsAdapter;
    case 3:
      return makeCtiAdapter(desk, () => crypto.randomUUID());
    default:
      return mode satisfies never;
  }
}
