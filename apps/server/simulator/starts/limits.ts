/** The product's usual ones, in milliseconds. */
export const drainMs = 30_000;
export const graceMs = 30_000;
/** A process that is stopped is killed by its keeper after so long. */
export const stuckMs = 15_000;
