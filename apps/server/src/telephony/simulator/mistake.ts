/** Mistakes that borders can make in our place: syncs that do nothing, a snapshot and lines without timers, writes that come late. */
export type Mistake = 'no-sync' | 'timers-forgotten' | 'acts-first';
