import { randomInt } from 'node:crypto';

/** No carrier has it, and no old area code is in it. */
const range = '+842360';

/** A number for trying: only a bot caller of this installation can dial it. */
export const trialNumber = () => `${range}${randomInt(100_000, 1_000_000)}`;

/** What the numbers for trying begin with, as `like` takes it. */
export const trialNumbers = `${range}%`;
