/** Does something with what is kept; undefined where the browser keeps nothing (private windows of some, a full disk). */
type InStore = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T | undefined>;

/** What this browser keeps beside the local storage, which is cleared where a session runs out: one store in a database of its own. */
export function browserStore(database: string, name: string): InStore {
  /** Opened once: what is kept must not wait for that when the page is about to go. */
  let opened: Promise<IDBDatabase> | undefined;
  const again = (): void => {
    opened = undefined;
  };

  async function open(): Promise<IDBDatabase> {
    try {
      const asked = indexedDB.open(database, 1);
      asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(name));
      const fresh = await answered(asked);
      // The browser gave up on it (its data was cleared), or a newer page wants it otherwise.
      fresh.addEventListener('close', again);
      fresh.addEventListener('versionchange', () => {
        fresh.close();
        again();
      });
      return fresh;
    } catch (error) {
      again();
      throw error;
    }
  }

  return async (mode, work) => {
    try {
      opened ??= open();
      const transaction = (await opened).transaction(name, mode);
      const asked = work(transaction.objectStore(name));
      // All of it is on its way with this, also when the page goes in the same moment.
      transaction.commit();
      return await answered(asked);
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  };
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });
