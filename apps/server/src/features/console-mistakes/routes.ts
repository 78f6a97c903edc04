import { tellConsoleMistake } from '@alo/contract';

import { type Route, route } from '../../http/route.ts';
import { whoIs } from '../../kernel/by.ts';
import type { ConsoleMistakes } from './console-mistakes.ts';

/** Consoles tell whoever runs the installation of their own mistakes. */
export const consoleMistakeRoutes = (mistakes: ConsoleMistakes): Route[] => [
  route(tellConsoleMistake, async ({ body, caller, network, requestId }) => {
    mistakes.take(body, { tenantId: caller.tenantId, accountId: whoIs(caller), network, requestId });
    return {};
  }),
];
