/** Work in the background has an owner: its errors are logged, and closing waits for it. */
export interface Background {
  own(work: Promise<void>, complaint: string): void;
  /** Resolves when nothing is under way, also of what was begun meanwhile. */
  ended(): Promise<void>;
}

export function createBackground(complain: (error: unknown, complaint: string) => void): Background {
  const underWay = new Set<Promise<void>>();
  return {
    own(work, complaint) {
      const owned = work.catch((error: unknown) => complain(error, complaint)).finally(() => underWay.delete(owned));
      underWay.add(owned);
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
