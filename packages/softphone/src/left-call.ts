import type { LeftCall } from './state.ts';

/** Where a page that is left in mid-call puts it for the page after it, of whatever tab. */
export interface LeftCalls {
  put(line: string, left: LeftCall): void;
  /** It is there once. */
  take(line: string): LeftCall | null;
}

const keyOf = (line: string) => `alo-left-call:${line}`;

export const leftCallsIn = (storage: Storage): LeftCalls => ({
  put(line, left) {
    try {
      storage.setItem(keyOf(line), JSON.stringify(left));
    } catch (error) {
      // A browser that keeps nothing, or is full, loses the call with the page.
      if (!(error instanceof DOMException)) throw error;
    }
  },
  take(line) {
    const text = storage.getItem(keyOf(line));
    storage.removeItem(keyOf(line));
    return text === null ? null : leftCallIn(text);
  },
});

/** Reads what a page has left; null for what is not a call. */
export function leftCallIn(text: string): LeftCall | null {
  const left = jsonIn(text);
  if (!isRecord(left)) return null;
  const { replaces, leftAt, window: shown, popup, beside } = left;
  const call = callIn(left['call']);
  if (call === null || typeof popup !== 'boolean') return null;
  if (typeof replaces !== 'string' || typeof leftAt !== 'number') return null;
  return {
    call,
    // Whoever cannot be read is lost alone.
    beside: Array.isArray(beside) ? beside.flatMap(besideIn) : [],
    window: shown === 'folded' ? 'folded' : 'open',
    popup,
    replaces,
    leftAt,
  };
}

function besideIn(other: unknown): LeftCall['beside'] {
  if (!isRecord(other) || typeof other['replaces'] !== 'string') return [];
  const call = callIn(other['call']);
  return call === null ? [] : [{ call, replaces: other['replaces'] }];
}

function callIn(value: unknown): LeftCall['call'] | null {
  if (!isRecord(value)) return null;
  const { id, conversation, direction, party, startedAt, answeredAt, onHold, muted } = value;
  if (typeof id !== 'string' || (direction !== 'incoming' && direction !== 'outgoing') || !isRecord(party)) return null;
  const { number, name } = party;
  if (typeof number !== 'string' || typeof name !== 'string') return null;
  if (typeof startedAt !== 'number' || typeof answeredAt !== 'number') return null;
  if (typeof onHold !== 'boolean' || typeof muted !== 'boolean') return null;
  return {
    status: 'connected',
    variant: 'accepted',
    id,
    conversation: typeof conversation === 'string' ? conversation : null,
    direction,
    party: { number, name },
    startedAt,
    answeredAt,
    onHold,
    heldByThem: false,
    muted,
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
