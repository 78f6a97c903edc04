import { browserStore } from '../browser/browser-store.ts';

/**
 * Words that the server does not have yet, kept by the browser: they outlive the tab, the network and the session, whose end clears
 * the local storage. Nothing of it leaves this browser, and each person of a company has their own.
 */
export interface KeptDraft {
  readonly text: string;
  /** What it was written over. */
  readonly base: string;
  readonly version: number;
  /** What of it was sent without an answer: the server may have it. */
  readonly sent?: readonly string[];
  /** Of which conversation they are, where they are of one that is known. */
  readonly call?: string;
}

/** The server keeps no spaces around words, and answers without them. */
export const sameWords = (one: string, other: string): boolean => one.trim() === other.trim();

/** Whether it is these words that a draft goes on from: what was read, or what was sent and never answered. */
export const isOver = ({ base, sent = [] }: Pick<KeptDraft, 'base' | 'sent'>, words: string): boolean =>
  [base, ...sent].some((known) => sameWords(known, words));

const inStore = browserStore('alo', 'drafts');

/** Nobody picks up words of last week. */
const keptMs = 7 * 24 * 3_600_000;

type Kept = KeptDraft & { readonly at: number };

export const draftKey = (...parts: readonly string[]): string => parts.join(' ');

export async function keepDraft(key: string, draft: KeptDraft, at = Date.now()): Promise<void> {
  await inStore('readwrite', (drafts) => drafts.put({ ...draft, at } satisfies Kept, key));
}

export async function dropDraft(key: string): Promise<void> {
  await inStore('readwrite', (drafts) => drafts.delete(key));
}

export async function draftOf(key: string, now = Date.now()): Promise<KeptDraft | undefined> {
  const found: unknown = await inStore('readonly', (drafts) => drafts.get(key));
  return isKept(found) && now - found.at < keptMs ? found : undefined;
}

/** Everything of one kind that is kept here for somebody, by its key. */
export async function draftsBeginning(prefix: string, now = Date.now()): Promise<ReadonlyMap<string, KeptDraft>> {
  const keys = (await inStore('readonly', (drafts) => drafts.getAllKeys())) ?? [];
  const found = new Map<string, KeptDraft>();
  for (const key of keys) {
    if (typeof key !== 'string' || !key.startsWith(`${prefix} `)) continue;
    const draft = await draftOf(key, now);
    if (draft !== undefined) found.set(key, draft);
  }
  return found;
}

const lockOf = (key: string) => `alo draft ${key}`;

/** Says to all tabs that somebody writes on it here, until what is answered is called. */
export function writeOnDraft(key: string): () => void {
  const done = Promise.withResolvers<void>();
  // Without locks there is no phone either, and nobody sends what is left over.
  void navigator.locks?.request(lockOf(key), () => done.promise);
  return () => done.resolve();
}

/** Does something with a draft on which nobody writes, in whatever tab; nothing where somebody does. */
export async function withLeftDraft(key: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockOf(key), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
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
  (!('sent' in value) || (Array.isArray(value.sent) && value.sent.every((one) => typeof one === 'string'))) &&
  (!('call' in value) || typeof value.call === 'string') &&
  'at' in value &&
  typeof value.at === 'number';
