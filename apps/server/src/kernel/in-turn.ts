/** Does something when all that was asked for before with the same key has been done, well or not. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work);
    const over = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === over) last.delete(key);
      });
    last.set(key, over);
    return done;
  };
}
