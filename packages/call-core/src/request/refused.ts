import type { RefusalCode, Reply } from '../request.ts';

/** What came of a request, without its id. */
export type Answer = Reply extends infer R ? (R extends Reply ? Omit<R, 'id'> : never) : never;

export function refused(code: RefusalCode, words: string): Answer {
  return { ok: false, refused: code, words };
}
