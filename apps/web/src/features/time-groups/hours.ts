import type { timeGroupDetail } from '@alo/contract';
import type { z } from 'zod';

/** One stretch of hours of a time group. */
export type Hours = z.output<typeof timeGroupDetail>;
