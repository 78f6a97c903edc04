const waiting = new WeakMap<object, (() => void)[]>();

/** Does something once the transaction has been committed; never where it is rolled back. It must not throw. */
export function afterCommit(trx: object, work: () => void): void {
  waiting.set(trx, [...(waiting.get(trx) ?? []), work]);
}

/** The transaction of this connection has been committed. */
export function committed(trx: object): void {
  for (const work of waiting.get(trx) ?? []) work();
}
