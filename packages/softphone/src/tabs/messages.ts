import type { LifeEvent, PersonEvent } from '../events.ts';
import { tones } from '../events.ts';
import type { TabSnapshot } from '../snapshot.ts';

/** Speaks to the other tabs; a `BroadcastChannel` is one. */
export interface Channel {
  postMessage(message: unknown): void;
  close(): void;
}

/** Changes with every change of the messages or of the state: tabs of different releases do not talk past each other. */
export const channelVersion = 'v9';

/** What another tab may wish for: all that a person can do, and going on- or offline. */
export type Wish = PersonEvent | LifeEvent;

export type TabMessage =
  /** A tab that has just opened asks for the state. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'state'; readonly mirrored: TabSnapshot }
  | { readonly kind: 'wish'; readonly wish: Wish };

const wishTypes: readonly Wish['type'][] = [
  'dial',
  'answer',
  'reject',
  'hang-up',
  'go-over',
  'end-beside',
  'hold',
  'resume',
  'mute',
  'key',
  'show-window',
  'open-popup',
  'close-popup',
  'dismiss-notice',
  'start',
  'stop',
];

/** Reads a message of another tab; null for what is not one. */
export function parseTabMessage(data: unknown): TabMessage | null {
  if (!isRecord(data)) return null;
  switch (data['kind']) {
    case 'hello':
      return { kind: 'hello' };
    case 'state':
      // The channel's name carries the release, so that a state of this kind is of our own making.
      return isRecord(data['mirrored'])
        ? { kind: 'state', mirrored: data['mirrored'] as unknown as TabSnapshot }
        : null;
    case 'wish':
      return isWish(data['wish']) ? { kind: 'wish', wish: data['wish'] } : null;
    default:
      return null;
  }
}

/** A wish moves the phone, so its fields are looked at one by one. */
function isWish(value: unknown): value is Wish {
  if (!isRecord(value)) return false;
  const type = wishTypes.find((known) => known === value['type']);
  switch (type) {
    case undefined:
      return false;
    case 'dial':
      return (
        typeof value['id'] === 'string' &&
        typeof value['target'] === 'string' &&
        isRecord(value['party']) &&
        typeof value['party']['number'] === 'string' &&
        typeof value['party']['name'] === 'string'
      );
    case 'go-over':
    case 'end-beside':
      return typeof value['id'] === 'string';
    case 'mute':
      return typeof value['on'] === 'boolean';
    case 'key':
      return tones.some((tone) => tone === value['tone']);
    case 'show-window':
      return ['closed', 'open', 'folded'].some((window) => window === value['window']);
    case 'stop':
      return value['why'] === 'status' || value['why'] === 'signed-out';
    case 'answer':
    case 'reject':
    case 'hang-up':
    case 'hold':
    case 'resume':
    case 'open-popup':
    case 'close-popup':
    case 'dismiss-notice':
    case 'start':
      return true;
    default:
      return type satisfies never;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
