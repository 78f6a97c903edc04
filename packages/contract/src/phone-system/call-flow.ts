import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';
import { destinationType } from './destinations.ts';

/** A place on the way of a number's calls. */
export const flowNode = z.object({
  key: z.string(),
  type: z.enum(['number', 'rule', ...destinationType.options]),
  /** Where it is looked after, and which row of it this is; both empty for what is no row. */
  screen: z.string(),
  id: z.string(),
  name: z.string(),
  /** What is said of it besides. */
  facts: z.array(z.string()),
  /** What callers would stumble over. */
  warnings: z.array(z.string()),
});

/** A way from one to the next. */
export const flowEdge = z.object({
  from: z.string(),
  to: z.string(),
  label: z.string(),
  /** Where in the row it is said, with dots: it can be led elsewhere there. Empty where it follows by itself. */
  field: z.string(),
});

export const callFlow = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/call-flow',
  rowsOf: [
    ...(['numbers', 'inbounds', 'subscribers', 'ringgroup', 'queue', 'ivr-details'] as const),
    ...([
      'notifications',
      'conditions',
      'customer-conditions',
      'code-questions',
      'survey-campaign',
      'time-groups',
      'voicemail-boxes',
      'last-calls',
      'greeting',
    ] as const),
  ],
  access: 'call-flow.view',
  summary: 'Where the calls of a number go: every place on the way, and what leads from one to the next',
  query: z.object({ number_id: id }),
  result: z.object({
    nodes: z.array(flowNode),
    edges: z.array(flowEdge),
    /** There is more of it than can be shown. */
    cut: z.boolean(),
  }),
});
