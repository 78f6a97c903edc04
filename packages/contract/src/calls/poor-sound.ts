import { z } from 'zod';

/** Of a party that does not sound good for a while: how bad, what is wrong, and how much of it (percent lost, or milliseconds). */
export const badSound = z.object({
  level: z.enum(['fair', 'poor']),
  wrong: z.enum(['loss', 'jitter', 'delay']),
  figure: z.number().int(),
});
export type BadSound = z.output<typeof badSound>;
