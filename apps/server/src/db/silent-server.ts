import type pg from 'pg';

/**
 * Ends a connection whose server has not answered a statement for `afterMs`: one that is frozen, or behind a network that
 * swallows everything, would else be waited for without end. What was asked on it fails as on any broken connection.
 */
export function giveUpOnSilence(client: pg.PoolClient, afterMs: number): void {
  const query = client.query;
  const ask = (...given: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, given);
    if (answer instanceof Promise) watch(answer);
    return answer;
  };
  const watch = (answer: Promise<unknown>): void => {
    let isOpen = true;
    const timer = setTimeout(
      // Where it is we who were late, the answer lies there and is read first.
      () => setImmediate(() => isOpen && end()),
      afterMs,
    );
    const settled = (): void => {
      isOpen = false;
      clearTimeout(timer);
    };
    void answer.then(settled, settled);
  };
  // A word of farewell would wait behind what was asked: the statements are sent without waiting for answers.
  const end = (): void => void connectionOf(client).stream.destroy();
  // It takes and gives what `query` does.
  client.query = ask as typeof query;
}

/** A pool's clients are whole ones, which its type does not tell. */
export const connectionOf = (client: pg.PoolClient): pg.Connection => (client as pg.PoolClient & pg.Client).connection;
