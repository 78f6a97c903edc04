import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';

/** Where in the console a mistake was made: while something was drawn, in a script, or by an answer that it cannot read. */
export const consoleMistakeKind = z.enum(['render', 'script', 'answer']);
export type ConsoleMistakeKind = z.output<typeof consoleMistakeKind>;

/** The longest texts that are taken, in characters. */
export const mistakeSizes = { message: 500, stack: 4_000, page: 200, build: 40, request: 60 } as const;

/** A mistake of the console's own, for whoever runs the installation. The console sends no numbers of people, and few of a kind. */
export const tellConsoleMistake = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/console-mistakes',
  access: 'general',
  summary: "Tell a mistake of the console's own to whoever runs the installation: logged and counted, few at a time",
  body: z.object({
    kind: consoleMistakeKind,
    message: z.string().max(mistakeSizes.message),
    stack: z.string().max(mistakeSizes.stack).default(''),
    /** The address without what is asked behind `?`. */
    page: z.string().max(mistakeSizes.page),
    /** Version of the console that made it. */
    build: z.string().max(mistakeSizes.build),
    /** Of the answer that it is about; '' where it is about none. */
    request_id: z.string().max(mistakeSizes.request).default(''),
  }),
});
