import { companyShares, type ShareName, sharesOfAll } from '@alo/contract';

/** How companies share places of something that runs out. */
export interface Share {
  /** What the operator sets of it by company; nothing where it is left out. */
  readonly of?: ShareName;
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

const placesOf = <S extends Exclude<keyof typeof sharesOfAll, 'sip'>>(share: S) =>
  ({ places: sharesOfAll[share].places, floor: sharesOfAll[share].floor }) as const;

/**
 * Every share of places that there is. What two companies take at most, `places - kept + floor`, is less than `places`: a third one finds its
 * own free. `docs/security.md` has the table with what else runs out.
 */
export const shares = {
  /** As many as there are connections to the database, of which calls need some. */
  requests: {
    of: 'requests',
    places: 20,
    kept: 8,
    floor: companyShares.requests.floor,
    waiting: 1_000,
    isWork: true,
  },
  /** Of the database, which requests, live sockets, calls and all else take. */
  connections: { ...placesOf('connections'), kept: 4, waiting: 10_000 },
  /** They come as slowly as their sender likes. */
  uploads: { of: 'uploads', places: 8, kept: 4, floor: companyShares.uploads.floor, waiting: 10 },
  /** Few at a time, so that a directory that brings everybody leaves the database to those who work. */
  directories: { ...placesOf('directories'), kept: 4, waiting: 200 },
  /** Sign-ins that ask a company's own directory, which answers as slowly as it likes. */
  directorySignIns: { ...placesOf('directorySignIns'), kept: 12, waiting: 100 },
  /** One at a time: the processor is for calls. Two companies hold nobody up for longer than two sounds. */
  sounds: {
    of: 'sounds',
    places: 1,
    kept: 0,
    floor: companyShares.sounds.floor,
    waiting: companyShares.sounds.usual,
  },
  jobs: { of: 'jobs', places: 4, kept: 2, floor: companyShares.jobs.floor },
  deliveries: { of: 'deliveries', places: 6, kept: 3, floor: companyShares.deliveries.floor },
  /** Those that a mail server did not take at first. */
  letters: { ...placesOf('lettersAgain'), kept: 2 },
  /** To customers, by companies' own providers, which answer as slowly as they like. */
  messages: { of: 'messages', places: 4, kept: 2, floor: companyShares.messages.floor },
  /** Recordings at companies' own recognisers, which take minutes for each. */
  transcripts: { ...placesOf('transcripts'), kept: 2 },
} as const satisfies Readonly<Record<string, Share | QueuedShare>>;

/** Whether a company that has so many places may have one more, while so many are taken by all. */
export const mayTake = ({ places, kept, floor }: Share, own: number, all: number): boolean =>
  own < floor ? all < places : all < places - kept;

/** What a company that signs itself up has of what stays; others have no limit until the operator sets one. */
export const trialShare = { most_rows: 20_000, most_bytes: 2 * 1024 ** 3, most_letters: 100, seats: 20 } as const;
