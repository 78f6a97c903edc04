/**
 * Words that the server does not have yet, kept by the browser: they outlive the tab, the network and the session, whose end clears
 * the local storage. Nothing of it leaves this browser, and each person of a company has their own.
 */
export interface Draft {
  readonly text: string;
  /** What it was written over. */
  readonly base: string;
  readonly version: number;
}

const store = 'drafts';

/** Nobody picks up words of last week. */
const keptMs = 7 * 24 * 3_600_000;

type Kept = Draft & { readonly at: number };

export const draftKey = (...parts: readonly string[]): string => parts.join(' ');

export async function keepDraft(key: string, draft: Draft, at = Date.now()): Promise<void> {
  await inStore('readwrite', (drafts) => drafts.put({ ...draft, at } satisfies Kept, key));
}

export async function dropDraft(key: string): Promise<void> {
  await inStore('readwrite', (drafts) => drafts.delete(key));
}

export async function draftOf(key: string, now = Date.now()): Promise<Draft | undefined> {
  const found: unknown = await inStore('readonly', (drafts) => drafts.get(key));
  return isKept(found) && now - found.at < keptMs ? found : undefined;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'base' in value &&
  typeof value.base === 'string' &&
  'version' in value &&
  typeof value.version === 'number' &&
  'at' in value &&
  typeof value.at === 'number';

/** A browser that keeps nothing (private windows of some, a full disk) has no drafts; everything else works. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await opened();
    try {
      return await answered(work(database.transaction(store, mode).objectStore(store)));
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function opened(): Promise<IDBDatabase> {
  const asked = indexedDB.open('alo', 1);
  asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(store));
  return answered(asked);
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });
