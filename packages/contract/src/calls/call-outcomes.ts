import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { colour, id, note, position, required } from '../lib/values.ts';

/** By which an outcome is known in calls: a word of the first seven (`agreed`), or the id of one that the company added. */
export const outcomeCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ examples: ['agreed'] });

/** What follows from an outcome: nothing, or a call at a time that has to be said. */
export const outcomeSteps = { none: 'Không', 'call-again': 'Hẹn gọi lại' } as const;

/** Where an outcome leaves a customer who was called for a campaign. */
export const outcomeCampaignStates = {
  done: 'Xong',
  'call-again': 'Gọi lại theo hẹn',
  missed: 'Chưa gặp, gọi lại sau',
  declined: 'Từ chối',
  'wrong-number': 'Sai số',
} as const;

/** What can come of a conversation, in the company's own words. */
export const callOutcomes = crud({
  collection: '/call-outcomes',
  item: '/call-outcome',
  screen: 'call-outcomes',
  input: z.object({
    name: required,
    /** What several outcomes have in common, "Gặp khách": they stand together where one is chosen. */
    group: z.string().trim().max(100).default(''),
    colour,
    /** Place where one is chosen, from the top. */
    position,
    next_step: oneOf(outcomeSteps).default('none'),
    campaign_state: oneOf(outcomeCampaignStates).default('done'),
    /** Counts as won, in targets too. */
    success: z.boolean().default(false),
    /** Nobody needs to call this customer back any more. */
    closes_return: z.boolean().default(false),
    /** One that is not is chosen no more; calls that have it keep it. */
    active: z.boolean().default(true),
    note,
  }),
  row: z.object({ code: outcomeCode }),
  filters: z.object({
    active: z.enum(['1', '0']).optional(),
    success: z.enum(['1', '0']).optional(),
    group: z.string().max(100).optional(),
  }),
  bulk: ['group', 'colour', 'success', 'closes_return', 'active'],
});

/** Every outcome in its order, also one that is chosen no more: calls of before have it. */
export const allCallOutcome = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-call-outcome',
  rowsOf: ['call-outcomes'],
  access: 'general',
  summary: 'All outcomes of calls in their order, for pickers',
  result: z.object({
    data: z.array(
      z.object({
        id,
        code: outcomeCode,
        name: z.string(),
        group: z.string(),
        colour: z.string(),
        next_step: oneOf(outcomeSteps),
        active: z.boolean(),
      }),
    ),
  }),
});
