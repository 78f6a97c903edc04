import type { DeviceChoice, MicrophoneStanding, PhoneController, Snapshot } from '@alo/softphone';
import { initialState } from '@alo/softphone';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';

import type { StoredDevices } from './stored-devices.ts';
import type { Unavailable } from './words.ts';

/** What the screens need of a phone: to see it and to tell it what the person does. A plain snapshot will do where nothing is dialled. */
export type Phone = Pick<PhoneController, 'subscribe' | 'snapshot' | 'do' | 'dial' | 'takeOver'>;

/** The phone of this page; null while there is none (no extension, insecure page). */
export interface PhoneContextValue {
  readonly phone: Phone | null;
  readonly unavailable: Unavailable | null;
  /** Calls are on a telephone of the person's (mode 3): the page has neither their sound nor their microphone. */
  readonly onDesk: boolean;
  /** The conversations of one's own that are in a browser of another computer. */
  readonly away: ReadonlySet<string>;
  /** Own extension, '' without one. */
  readonly extension: string;
  readonly devices: DeviceChoice;
  /** How the microphone of this browser stands; null while that is not known, and where calls are on another telephone. */
  readonly microphone: MicrophoneStanding | null;
  /** It was tried, and could be opened or not. */
  readonly microphoneTried: (how: 'well' | 'in-vain') => void;
  readonly chooseDevices: (devices: StoredDevices) => void;
  /** Asks the server how to reach a number (or customer id) and dials it. Tells the person when it cannot. */
  readonly dial: (number: string) => Promise<void>;
}

export const PhoneContext = createContext<PhoneContextValue | null>(null);

export function usePhoneContext(): PhoneContextValue {
  const value = use(PhoneContext);
  if (value === null) throw new Error('the phone needs a <PhoneProvider> above it');
  return value;
}

const none: Snapshot = { role: 'none', state: initialState, quality: null, trouble: 'none', way: null };
const never = () => () => undefined;
const noSnapshot = () => none;

/** What the phone shows now; the component renders again when it changes. */
export const usePhoneSnapshot = (): Snapshot => useSnapshotOf(usePhoneContext().phone);

/** The same where nothing stands around it. */
export const useSnapshotOf = (phone: Phone | null): Snapshot =>
  useSyncExternalStore(phone?.subscribe ?? never, phone?.snapshot ?? noSnapshot);

/**
 * For every screen that shows a number: click to call. `open` shows the window with its pad, `holdsCall` says whether a call would
 * end with the pages of this browser.
 */
export function usePhone(): {
  readonly dial: PhoneContextValue['dial'];
  readonly canDial: boolean;
  readonly open: () => void;
  readonly holdsCall: () => boolean;
} {
  const { dial, phone, onDesk } = usePhoneContext();
  const { state } = usePhoneSnapshot();
  const open = useCallback(() => phone?.do({ type: 'show-window', window: 'open' }), [phone]);
  const holdsCall = useCallback(
    () => phone !== null && !onDesk && phone.snapshot().state.call.status !== 'idle',
    [phone, onDesk],
  );
  return { dial, canDial: phone !== null && state.call.status === 'idle', open, holdsCall };
}
