import { constants, setPriority } from 'node:os';

/** As Linux counts: from 19 (has time) by 0 (everybody) to -20. */
const urgent = -10;

const refusals: readonly unknown[] = [-constants.errno.EACCES, -constants.errno.EPERM];

/**
 * Audio is due every 20 ms and soon done: a server that starts beside it, for seconds of both cores, must not make it wait. Only
 * root, or whom the system's limits allow it (`LimitNICE=`), may go before others; without that the audio takes its turn.
 */
export function goFirst(): void {
  try {
    setPriority(urgent);
  } catch (error) {
    if (!(error instanceof Error && 'errno' in error && refusals.includes(error.errno))) throw error;
  }
}
