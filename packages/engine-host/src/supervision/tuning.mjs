/**
 * What each process of the product is started with, and why: the only place where V8 is told anything. Plain JavaScript, because
 * `npm start` reads it before the Node.js that understands the rest is installed. A test reads the flags of each process that runs.
 */

/**
 * @typedef {'keeper' | 'engine' | 'server' | 'worker' | 'bench'} ProcessName
 * @typedef {{ readonly flag: string, readonly of: readonly ProcessName[], readonly why: string, readonly adr?: number }} Tuning
 */

/** What a process has to be started with to give memory back at rest. */
export const canGiveBack = '--expose-gc';

/** @type {readonly Tuning[]} */
export const tuning = [
  {
    flag: canGiveBack,
    of: ['keeper', 'engine', 'server'],
    why: 'A process that rests collects once, and gives back what its start or an hour of calls has left.',
    adr: 376,
  },
  {
    flag: '--max-semi-space-size=8',
    of: ['engine', 'server', 'worker', 'bench'],
    why: 'New space has 24 MB in all: left to itself V8 gives it 130 as soon as much is new at once, which a start or an export is.',
    adr: 379,
  },
  {
    flag: '--heap-growing-percent=400',
    of: ['engine'],
    why: 'Marking stops calls for 50 ms: it comes when the old space has become five times as much, not every second or two.',
    adr: 379,
  },
  {
    flag: '--heap-growing-percent=100',
    of: ['server'],
    why: 'Ten people who ask for a whole list at once made it 230 MB larger; now it gathers as much as it keeps.',
    adr: 379,
  },
  {
    flag: '--single-threaded-gc',
    of: ['engine'],
    why: 'Helpers that collect garbage have no priority over other programs, as audio has, and audio never waits for them.',
    adr: 379,
  },
  {
    flag: '--no-parallel-scavenge',
    of: ['server', 'bench'],
    why: 'Short collections by the main thread alone: it would wait for helpers that lost their core.',
    adr: 379,
  },
  {
    flag: '--v8-pool-size=1',
    of: ['engine', 'server', 'bench'],
    why: 'One thread compiles: four take turns of milliseconds before the main one, or before what a bench measures.',
    adr: 379,
  },
  {
    flag: '--max-old-space-size=1024',
    of: ['worker'],
    why: 'A million rows go through a worker once each: it holds 30 MB of them instead of 200, for a fifth more of its time.',
  },
];

/**
 * What Node.js is told when it starts a process.
 * @param {ProcessName} name
 * @returns {string[]}
 */
export const flagsOf = (name) => tuning.filter((row) => row.of.includes(name)).map(({ flag }) => flag);

/**
 * What the product's processes find in their environment. All threads of a process have one heap for what is not V8's: left to itself
 * glibc gives each its own, and what a thread that compiles needed for a moment is then nobody else's: 30 MB of a server's.
 */
export const tunedEnvironment = { MALLOC_ARENA_MAX: '1' };
