/**
 * Mistakes that borders can make in our place: syncs that do nothing, timers of the last process that never run out, writes that
 * are told as done and come later.
 */
export type Mistake = 'no-sync' | 'timers-forgotten' | 'acts-first';
