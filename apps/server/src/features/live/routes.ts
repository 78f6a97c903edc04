import { liveTicket } from '@alo/contract';

import { type Route, route } from '../../http/route.ts';
import type { TicketOffice } from './tickets.ts';

export const liveRoutes = (tickets: TicketOffice): Route[] => [
  route(liveTicket, async ({ caller }) => ({ ticket: await tickets.issue(caller) })),
];
