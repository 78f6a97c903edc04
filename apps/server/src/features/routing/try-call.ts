import { type Rehearsal, rehearse } from '@alo/call-core';
import { tryCall } from '@alo/contract';

import { type Route, route } from '../../http/route.ts';
import { type CallsTried, tryDayRoute } from './try-day.ts';

/** Plays a call through a company's routing as it is saved now. */
export const tryCallRoutes = (of: CallsTried): Route[] => [
  tryDayRoute(of),
  route(tryCall, async ({ caller, body }) => {
    const at = Date.parse(body.at);
    const from: Rehearsal['from'] =
      body.from_extension === ''
        ? { kind: 'outside', number: body.caller }
        : { kind: 'extension', extension: body.from_extension };
    const { ends, call } = rehearse(await of.planOf(caller.tenantId, [body.caller, body.dialled]), {
      from,
      at,
      dialled: body.dialled,
      outside: body.outside,
      keys: body.keys,
      people: Object.fromEntries(body.people.map(({ extension, phone }) => [extension, phone])),
      data: await of.dataOf(caller.tenantId, [body.caller]),
      lengthOf: await of.lengthsOf(caller.tenantId),
    });
    const last = call.outcome?.at ?? call.answer?.at ?? call.trace.at(-1)?.at ?? at;
    return {
      ends,
      extension: call.answer?.extension ?? '',
      status: call.outcome?.status ?? null,
      seconds: Math.round((last - at) / 1000),
      trace: call.trace.map(({ kind, text, detail, at: moment }) => ({ kind, text, detail, at: new Date(moment) })),
    };
  }),
];
