import { setBoxPin, setConditionPin } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { type PinProtected, setPin } from '../../domain/pins.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly hash: (pin: string) => Promise<string>;
}

/** PINs that are typed on a phone are set, or taken away. The trail says that, and nobody is told which they are. */
export const pinRoutes = (deps: Deps): Route[] => [
  pinRoute(deps, setBoxPin, { table: 'voicemail_box', subject: 'voicemail-boxes' }),
  pinRoute(deps, setConditionPin, { table: 'time_condition', subject: 'conditions' }),
];

const pinRoute = (
  { db, announce, hash }: Deps,
  endpoint: typeof setBoxPin | typeof setConditionPin,
  { table, subject }: { readonly table: PinProtected; readonly subject: string },
): Route =>
  route(endpoint, async (by) => {
    const { tenantId } = by.caller;
    const { id } = by.params;
    const { pin } = by.body;
    const hashed = pin === null ? null : await hash(pin);
    await db.inTenant(tenantId, async (trx) => {
      if (!(await setPin(trx, table, id, hashed))) throw Problem.notFound();
      const action = pin === null ? 'remove-pin' : 'set-pin';
      await audit(trx, actorOf(by), { action, subject: table, subjectId: id });
      await announce(trx, { tenantId, subject, ids: [id] });
    });
    return { has_pin: pin !== null };
  });
