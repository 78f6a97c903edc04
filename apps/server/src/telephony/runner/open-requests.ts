import type { Reply } from '@alo/call-core';

/** Nobody knows what became of a request; asked again with the same id it is answered, and not done twice. */
class RequestLost extends Error {
  override readonly name = 'RequestLost';
}

/** Requests to call control that are not answered yet. The same id twice is one request. */
export interface OpenRequests {
  /** Resolves with the reply to this request. */
  to(id: string): Promise<Reply>;
  give(reply: Reply): void;
  /** Nobody will answer it any more. */
  leaveOut(id: string): void;
  leaveOutAll(): void;
}

export function createOpenRequests(): OpenRequests {
  const asked = new Map<string, PromiseWithResolvers<Reply>[]>();

  function leaveOut(id: string): void {
    for (const { reject } of asked.get(id) ?? []) reject(new RequestLost(`Request ${id} was not answered.`));
    asked.delete(id);
  }

  return {
    to(id) {
      const one = Promise.withResolvers<Reply>();
      asked.set(id, [...(asked.get(id) ?? []), one]);
      return one.promise;
    },
    give(reply) {
      for (const { resolve } of asked.get(reply.id) ?? []) resolve(reply);
      asked.delete(reply.id);
    },
    leaveOut,
    leaveOutAll() {
      for (const id of Array.from(asked.keys())) leaveOut(id);
    },
  };
}
