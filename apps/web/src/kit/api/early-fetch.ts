import { draftHeader } from '@alo/contract';

/** What `public/early.js` asked for before any other script had come, by token and address; see there. */
export type EarlyAnswers = Map<string, Promise<Response>>;

declare global {
  interface Window {
    early?: EarlyAnswers;
    /** Settled when the sheets that it asked for are there. */
    earlySheets?: Promise<unknown>;
  }
}

/** What is older than this, counted from the first moment of the page, is asked for anew. */
const goodForMs = 15_000;

/** `fetch`, which takes what has been asked for already: each answer once, and only whoever has the token that it was asked with. */
export const earlyFetch =
  (
    early: EarlyAnswers | undefined,
    fetch: typeof globalThis.fetch,
    /** Milliseconds since the page began. */
    age: () => number = () => performance.now(),
  ): typeof globalThis.fetch =>
  (address, init) => {
    const key = typeof address === 'string' && early ? keyOf(address, init) : '';
    const answer = age() < goodForMs ? early?.get(key) : undefined;
    early?.delete(key);
    return answer === undefined ? fetch(address, init) : answer.catch(() => fetch(address, init));
  };

/** The order in which a query's names come says nothing. */
function keyOf(address: string, init: RequestInit | undefined): string {
  const [path, query] = address.split('?');
  const names = new URLSearchParams(query);
  names.sort();
  const headers = new Headers(init?.headers);
  const token = headers.get('authorization') ?? '';
  // What was asked for early is as it holds, and not as the draft has it.
  return (init?.method ?? 'GET') === 'GET' && !headers.has(draftHeader) ? `${token} ${path}?${names}` : '';
}
