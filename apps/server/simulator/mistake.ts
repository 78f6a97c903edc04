import { campaignsFrom, restlessFrom } from './restless-office.ts';

/**
 * Mistakes that were ours once or could be, put back at the borders: each is to be found. `within`: so many seeds from 1 on are
 * enough, or from a seed of its own. What lies below these borders is noticed by tests of its own: a stuck child that is not killed by `supervisor.test.ts`
 * ("one that answers no ping is killed and replaced"), a page that is rung although it is frozen by `browser-calls.test.ts`.
 */
export const mistakes = {
  'no-sync': { is: 'nothing is ever synced', within: 40 },
  'acts-first': { is: 'what is decided is done before it is written', within: 60 },
  'taken-unwritten': { is: 'the engine is told that its word is on disk before it is', within: 300 },
  'half-snapshot': { is: 'a snapshot that a crash cut off counts as whole', within: 40 },
  'timers-forgotten': { is: 'timers of the last process are not run', within: 80 },
  'nothing-asked-again': { is: 'what a crash kept from the engine is not asked of it again', within: 60 },
  'row-dropped': { is: 'a row is left out at 58030 and 25006', within: 200 },
  'renewal-ends-server': { is: 'an error in the renewal of the lease ends the server', within: 20 },
  'tenant-stops-others': { is: 'a tenant that cannot be opened stops the others', within: 2 },
  'late-answer-lives': {
    is: 'a hang-up while the far end is looked up is forgotten, and a late answer lives',
    within: 60,
  },
  'rings-on': { is: 'a phone that nobody answers, or that froze, is left to ring', within: 20 },
  'version-forgotten': {
    is: 'the routing that calls began with is not in the snapshot',
    within: 20,
    from: restlessFrom,
  },
  'old-snapshot': { is: 'what is dialled between snapshot and answer counts as gone', within: 60 },
  'blip-ends-calls': { is: 'a blip of the link ends calls', within: 60 },
  'rings-out-in-talk': { is: 'the time that a phone may ring is not called off by its answer', within: 20 },
  unrecorded: { is: 'an order to record gets lost, and nobody asks again', within: 20 },
  'recorded-all-the-same': {
    is: 'an order to stop recording gets lost, and nobody asks again',
    within: 20,
    from: campaignsFrom,
  },
  'ends-early': { is: 'whoever left counts as gone since some time before', within: 20 },
  'ended-is-interrupted': { is: 'what ended while no server was there counts as interrupted', within: 20 },
  'answer-forgotten': { is: 'a talk that another process takes up counts as missed', within: 20 },
  'recording-cut': { is: 'a whole recording of a call that another process takes up counts as incomplete', within: 20 },
  'unserved-cancelled': { is: 'a customer whom nobody served counts as one of ours who gave up', within: 20 },
  'row-doubled': { is: 'a call that another process takes up gets a second row', within: 20 },
  'parts-left-open': { is: 'what only the history has of a call stays open in it', within: 40 },
  'recordings-left-open': { is: 'recordings that only the history knows stay open in it', within: 40 },
  'older-secret': { is: 'of sign-ins that race the older secret stays', within: 60 },
} as const satisfies Record<string, { readonly is: string; readonly within: number; readonly from?: number }>;

export type Mistake = keyof typeof mistakes;

export const everyMistake = Object.keys(mistakes) as readonly Mistake[]; // the keys of a literal
