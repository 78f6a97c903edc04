import type { Event } from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';

/** An event, with its receipt where an engine said it. */
export type Word = { readonly event: Event; readonly receipt?: EventReceipt };

/** What waits to be taken up, in the order of its coming: words, and between them the deaths of engines. */
export interface IncomingQueue {
  readonly length: number;
  /** It is known, and not yet acted on, that an engine died: what is decided now is meant for nobody. */
  readonly knowsOfDeath: boolean;
  add(word: Word): void;
  /** All that an engine had is gone since then. `first`: before everything that waits, for that was said by another one. */
  addDeath(goneAt: number, place: 'first' | 'last'): void;
  /** What waits, up to an engine's death: what came after it must find its calls ended. */
  next(): { readonly words: readonly Word[]; readonly goneAt: number | null };
  /** A death is acted on: these are its calls' ends. */
  addEnds(events: readonly Event[]): void;
}

export function createIncomingQueue(): IncomingQueue {
  let waiting: (Word | { readonly goneAt: number })[] = [];
  let deaths = 0;

  return {
    get length() {
      return waiting.length;
    },
    get knowsOfDeath() {
      return deaths > 0;
    },
    add: (word) => void waiting.push(word),
    addDeath(goneAt, place) {
      deaths++;
      if (place === 'first') waiting.unshift({ goneAt });
      else waiting.push({ goneAt });
    },
    next() {
      const words: Word[] = [];
      for (const [index, one] of waiting.entries()) {
        if ('goneAt' in one) {
          waiting = waiting.slice(index + 1);
          return { words, goneAt: one.goneAt };
        }
        words.push(one);
      }
      waiting = [];
      return { words, goneAt: null };
    },
    addEnds(events) {
      deaths--;
      waiting = [...events.map((event) => ({ event })), ...waiting];
    },
  };
}
