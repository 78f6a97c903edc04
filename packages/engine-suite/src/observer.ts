import { isDeepStrictEqual } from 'node:util';
import type { CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import type { EngineStatus, TelephonyEngine } from '@alo/engine';
import { engineEvent } from '@alo/engine';

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;

/** Only for what never comes: how soon something comes is not asked of a machine that does other things as well. */
export const patientMs = 60_000;

/** Sees everything that an engine reports, and waits for what a test expects. Each event is given out once. */
export class Observer {
  readonly #seen: EngineEvent[] = [];
  /** Events that are not what the vocabulary says: an engine of our own code is taken at its word, but for here. */
  readonly #strange: EngineEvent[] = [];
  readonly #statuses: EngineStatus[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(engine: TelephonyEngine, tenant: TenantId) {
    engine.onEvent((of, event, receipt) => {
      receipt.taken();
      if (of !== tenant) return;
      if (!isDeepStrictEqual(engineEvent.safeParse(event).data, event)) this.#strange.push(event);
      this.#seen.push(event);
      this.#wake();
    });
    engine.onStatus((status) => {
      this.#statuses.push(status);
      this.#wake();
    });
  }

  /** The next event of a type, of one leg if given; events that a test does not ask for are passed over. */
  next<Type extends EngineEvent['type']>(type: Type, leg?: LegId, timeoutMs = patientMs): Promise<EventOf<Type>> {
    const isIt = (event: EngineEvent): event is EventOf<Type> =>
      event.type === type && (leg === undefined || ('leg' in event && event.leg === leg));
    return this.#take(`${type} of ${leg ?? 'any leg'}`, timeoutMs, isIt);
  }

  /** An extension can be reached in so many places now. */
  contacts(extension: string, count: number, timeoutMs = patientMs): Promise<EventOf<'contacts'>> {
    const isIt = (event: EngineEvent): event is EventOf<'contacts'> =>
      event.type === 'contacts' && event.extension === extension && event.contacts.length === count;
    return this.#take(`${count} contacts of ${extension}`, timeoutMs, isIt);
  }

  /** Waits until the engine says so, from now on. */
  status(wanted: EngineStatus, timeoutMs = patientMs): Promise<EngineStatus> {
    this.#statuses.length = 0;
    return this.#until(`status ${wanted}`, timeoutMs, () => this.#statuses.find((status) => status === wanted));
  }

  /** What was reported of a call and not yet asked for. */
  left(call: CallId): readonly EngineEvent[] {
    return this.#seen.filter((event) => 'call' in event && event.call === call);
  }

  /** Drops what nobody asked for. */
  forget(): void {
    this.#seen.length = 0;
  }

  #take<E extends EngineEvent>(what: string, timeoutMs: number, isIt: (event: EngineEvent) => event is E): Promise<E> {
    return this.#until(what, timeoutMs, () => {
      const at = this.#seen.findIndex(isIt);
      const found = at < 0 ? undefined : this.#seen.splice(at, 1)[0];
      return found !== undefined && isIt(found) ? found : undefined;
    });
  }

  #until<T>(what: string, timeoutMs: number, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const seen = this.#seen.map((event) => event.type).join(', ');
        reject(new Error(`no ${what} within ${timeoutMs} ms; unasked for: ${seen || 'nothing'}`));
      }, timeoutMs);
      const check = (): void => {
        if (this.#strange.length > 0) reject(new Error(`not in the vocabulary: ${JSON.stringify(this.#strange)}`));
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  #wake(): void {
    for (const check of Array.from(this.#waiting)) check();
  }
}
