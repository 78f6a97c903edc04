import { calls } from './calls.ts';
import { AloProblem } from './problem.ts';
import type { Answer, Body, CompanyEvent, OperationId, Params, Query } from './types.ts';

export interface AloOptions {
  /** Where the console is: `https://alo.example.com`. */
  readonly url: string;
  /** The company's code. */
  readonly company: string;
  /** The secret of an API key, `alo_…`. */
  readonly key: string;
  /** So often a call is tried again that may have failed for a moment; 4 where it is left out. */
  readonly retries?: number;
  /** In place of the platform's. */
  readonly fetch?: typeof fetch;
  /** In place of waiting, for tests. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** What a call is asked with; what it does not have is left out. */
export type OperationInput<Id extends OperationId> = (Record<never, never> extends Params<Id>
  ? { readonly params?: Params<Id> }
  : { readonly params: Params<Id> }) &
  (Body<Id> extends undefined ? { readonly body?: undefined } : { readonly body: Body<Id> }) & {
    readonly query?: Query<Id>;
    /** The same thing is done once under one key, however often it is asked for; one is made where it is left out. */
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

export interface Alo {
  /** Asks, and asks again where the answer was lost or the server is busy: nothing is done twice by that. */
  call<Id extends OperationId>(id: Id, asked: OperationInput<Id>): Promise<Answer<Id>>;
  /**
   * What happens in the company from a number on, each once and in order, until `signal` says stop; from now on where there is no number. Keep
   * the `number` of the last one that was worked off, and go on from it. Throws `events_gone` where these are not kept any more.
   */
  events(from?: {
    readonly after?: number | undefined;
    readonly types?: readonly CompanyEvent['type'][];
    readonly signal?: AbortSignal;
  }): AsyncGenerator<CompanyEvent, void, void>;
}

const waitSeconds = 25;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** A client of one company, by one key. */
export function alo({ url, company, key, retries = 4, pause = sleep, ...options }: AloOptions): Alo {
  const send = options.fetch ?? fetch;
  const base = url.replace(/\/+$/, '');

  async function once(request: Request): Promise<Response | undefined> {
    try {
      return await send(request);
    } catch (error) {
      // Whoever gave up is told so; a network that failed may be there again.
      if (request.signal.aborted) throw error;
      return undefined;
    }
  }

  async function call<Id extends OperationId>(id: Id, asked: OperationInput<Id>): Promise<Answer<Id>> {
    const { method, path } = calls[id];
    const { body, signal } = asked;
    const headers = new Headers({ authorization: `Bearer ${key}`, accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (method === 'POST') headers.set('idempotency-key', asked.idempotencyKey ?? crypto.randomUUID());
    const address = `${base}${pathOf(path, { ...asked.params, ma_dn: company })}${queryOf(asked.query)}`;
    for (let tried = 0; ; tried += 1) {
      const answer = await once(
        new Request(address, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(signal !== undefined && { signal }),
        }),
      );
      // The description says what a call answers.
      if (answer?.ok === true) return (await answer.json()) as Answer<Id>;
      const refusal = answer && new AloProblem(answer.status, await answer.json().catch(() => null));
      if (tried >= retries || !mayPass(method, refusal)) throw refusal ?? new TypeError(`${base} cannot be reached`);
      await pause(pauseAfter(tried, answer), signal);
    }
  }

  async function* events({ after, types, signal }: Parameters<Alo['events']>[0] = {}) {
    const ask = (from: number | undefined) =>
      call('readEvents', {
        query: {
          ...(from !== undefined && { after: from, wait: waitSeconds }),
          ...(types !== undefined && { types: types.join(',') }),
        },
        ...(signal !== undefined && { signal }),
      });
    let next = after;
    const isOver = () => signal?.aborted === true;
    for (let failed = 0; !isOver(); ) {
      try {
        const page = await ask(next);
        failed = 0;
        next = page.next;
        yield* page.data;
      } catch (error) {
        if (isOver()) return;
        if (error instanceof AloProblem && error.status < 500 && error.status !== 429) throw error;
        // A server that is away for longer is waited for: nothing is missed by that.
        failed += 1;
        await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failed), signal);
      }
    }
  }

  return { call, events };
}

/** Whether the same may go well in a moment. What changes rows by their version is not sent again unless nothing was done. */
function mayPass(method: string, refusal: AloProblem | undefined): boolean {
  if (refusal?.status === 429) return true;
  if (refusal?.code === 'request_running') return true;
  return (method === 'GET' || method === 'POST') && (refusal === undefined || refusal.status >= 500);
}

function pauseAfter(tried: number, answer: Response | undefined): number {
  const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(asked) ? asked * 1_000 : Math.min(longestPauseMs, firstPauseMs * 2 ** tried);
}

function pathOf(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}

function queryOf(query: unknown): string {
  const given = Object.entries(Object(query) as Readonly<Record<string, unknown>>).filter(
    ([, one]) => one !== undefined,
  );
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given.map(([name, one]) => [name, String(one)]))).toString()}`;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
