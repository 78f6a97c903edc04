import { noChoice, type PersonEvent } from '@alo/softphone';
import type { ReactNode } from 'react';

import { PhoneContext } from '../src/phone/model/phone-context.ts';
import { CallWindow } from '../src/phone/window/call-window.tsx';
import type { CallState } from './call-states.ts';
import { personWith } from './me.ts';
import { type Answers, playedServer } from './server.ts';

/** What the server of a call window says: who one is, and one's calls as the state has them. */
export const serverOf = (state: CallState, answers: Answers = {}): typeof fetch =>
  playedServer({ 'GET /me': () => personWith(), 'GET /my-calls': () => state.calls, ...answers });

interface Told {
  readonly onDo?: (event: Exclude<PersonEvent, { type: 'dial' }> | { type: 'take-over' }) => void;
  readonly onDial?: (number: string) => void;
}

/** The call window of a plain snapshot. */
export const CallWindowShown = ({
  state,
  onNote = null,
  ...told
}: Told & { state: CallState; onNote?: (() => void) | null }) => (
  <PhoneOf state={state} {...told}>
    <CallWindow caller={state.caller} came={state.came} onNote={onNote} />
  </PhoneOf>
);

/** The phone of a plain snapshot: nothing is dialled, what the person does is told to `onDo`. */
export function PhoneOf({
  state: { snapshot, onDesk, away, unavailable },
  onDo = () => undefined,
  onDial = () => undefined,
  children,
}: Told & { state: CallState; children: ReactNode }) {
  return (
    <PhoneContext
      value={{
        phone: {
          subscribe: () => () => undefined,
          snapshot: () => snapshot,
          do: onDo,
          dial: onDial,
          takeOver: () => onDo({ type: 'take-over' }),
        },
        unavailable,
        onDesk,
        away: new Set(away),
        extension: '101',
        devices: noChoice,
        microphone: 'usable',
        microphoneTried: () => undefined,
        chooseDevices: () => undefined,
        dial: async (number) => onDial(number),
      }}
    >
      {children}
    </PhoneContext>
  );
}
