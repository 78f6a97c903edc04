import { noChoice, type PersonEvent } from '@alo/softphone';
import { PhoneContext } from '../src/phone/model/phone-context.ts';
import { CallWindow } from '../src/phone/window/call-window.tsx';
import type { CallState } from './call-states.ts';
import { personWith } from './me.ts';
import { type Answers, playedServer } from './server.ts';

/** What the server of a call window says: who one is, and one's calls as the state has them. */
export const serverOf = (state: CallState, answers: Answers = {}): typeof fetch =>
  playedServer({ 'GET /me': () => personWith(), 'GET /my-calls': () => state.calls, ...answers });

/** The call window of a plain snapshot: nothing is dialled, what the person does is told to `onDo`. */
export function CallWindowShown({
  state: { snapshot, caller, came, onDesk, unavailable },
  onDo = () => undefined,
  onDial = () => undefined,
  onNote = null,
}: {
  state: CallState;
  onDo?: (event: Exclude<PersonEvent, { type: 'dial' }> | { type: 'take-over' }) => void;
  onDial?: (number: string) => void;
  onNote?: (() => void) | null;
}) {
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
        extension: '101',
        devices: noChoice,
        microphone: 'usable',
        microphoneTried: () => undefined,
        chooseDevices: () => undefined,
        dial: async (number) => onDial(number),
      }}
    >
      <CallWindow caller={caller} came={came} onNote={onNote} />
    </PhoneContext>
  );
}
