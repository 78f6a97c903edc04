/** How companies share places of something that runs out. */
export interface Share {
  /** All there are: of a process, or of all workers where it is work of the queue. */
  readonly places: number;
  /** So many of them are for companies that have fewer than `floor`, and stay empty while there is none. */
  readonly kept: number;
  /** So many places a company has before it shares the others. */
  readonly floor: number;
}

/** The same where what waits is in memory. */
export interface QueuedShare extends Share {
  /** So much of one company waits at most; what is more is told to come back. */
  readonly waiting: number;
  /** What is done at its places keeps processors busy: of whoever has had more than their part of these, all together have no more places than there are. */
  readonly isWork?: true;
}

/**
 * Every share of places that there is. What two companies take at most, `places - kept + floor`, is less than `places`: a third one finds its
 * own free. `docs/security.md` has the table with what else runs out.
 */
export const shares = {
  /** As many as there are connections to the database, of which calls need some. */
  requests: { places: 20, kept: 8, floor: 2, waiting: 1_000, isWork: true },
  /** Of the database, which requests, live sockets, calls and all else take. */
  connections: { places: 20, kept: 4, floor: 2, waiting: 10_000 },
  /** They come as slowly as their sender likes. */
  uploads: { places: 8, kept: 4, floor: 1, waiting: 10 },
  /** Few at a time, so that a directory that brings everybody leaves the database to those who work. */
  directories: { places: 6, kept: 4, floor: 1, waiting: 200 },
  /** Sign-ins that ask a company's own directory, which answers as slowly as it likes. */
  directorySignIns: { places: 16, kept: 12, floor: 2, waiting: 100 },
  /** One at a time: the processor is for calls. Two companies hold nobody up for longer than two sounds. */
  sounds: { places: 1, kept: 0, floor: 1, waiting: 20 },
  jobs: { places: 4, kept: 2, floor: 1 },
  deliveries: { places: 6, kept: 3, floor: 1 },
  /** Those that a mail server did not take at first. */
  letters: { places: 3, kept: 2, floor: 1 },
  /** To customers, by companies' own providers, which answer as slowly as they like. */
  messages: { places: 4, kept: 2, floor: 1 },
} as const satisfies Readonly<Record<string, Share | QueuedShare>>;

/** Whether a company that has so many places may have one more, while so many are taken by all. */
export const mayTake = ({ places, kept, floor }: Share, own: number, all: number): boolean =>
  own < floor ? all < places : all < places - kept;

/** What a company that signs itself up has of what stays; others have no limit until the operator sets one. */
export const trialShare = { most_rows: 20_000, most_bytes: 2 * 1024 ** 3, most_letters: 100, seats: 20 } as const;
