import {
  getInstallationSetting,
  installation,
  operatedTenants,
  setInstallationSetting,
  updateOperatedTenant,
} from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { installationSetting, setInstallation } from '../../domain/installation-setting.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { carrierRoutes } from './carriers.ts';
import { nodeRoutes } from './nodes.ts';
import { numberRoutes } from './numbers.ts';
import { refusalRoutes } from './refusals.ts';
import { type InUse, shareRoutes } from './shares.ts';
import { changeOperated, readOperated } from './tenants.ts';

export interface OperatorDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  readonly now: () => number;
  readonly serverKey: ServerKey;
  readonly inUse: InUse;
  /** Has what this process has counted of refusals written. */
  readonly writeRefusals: () => Promise<void>;
  readonly engineStatus: () => string;
  readonly isDraining: () => boolean;
  readonly disk: (() => DiskReport) | undefined;
  /** Told after what a company has licensed has changed: its open consoles look again. */
  readonly onLicensed: (tenantId: string) => void;
  /** The same of what leads its calls; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** The admin base of whoever runs the installation. A company is read and changed in its own transaction, as itself. */
export const operatorRoutes = (deps: OperatorDeps): Route[] => [
  ...numberRoutes(deps),
  ...shareRoutes(deps),
  ...carrierRoutes(deps),
  ...nodeRoutes(deps),
  ...refusalRoutes(deps),
  route(operatedTenants, async ({ query }) => {
    const { db, now } = deps;
    const words = query.search.toLocaleLowerCase('vi');
    const found = (await db.directory.tenants()).filter(({ code, name }) =>
      `${code} ${name}`.toLocaleLowerCase('vi').includes(words),
    );
    const from = (query.page - 1) * query.per_page;
    const data = [];
    for (const { id } of found.slice(from, from + query.per_page)) {
      const row = await db.inTenant(id, (trx) => readOperated(trx, now()));
      if (row !== undefined) data.push(row);
    }
    return { data, total: found.length };
  }),

  route(updateOperatedTenant, async ({ params, body, caller, network, requestId }) => {
    const { db, now } = deps;
    const after = await db.inTenant(params.id, async (trx) => {
      const before = await readOperated(trx, now());
      if (before === undefined) throw Problem.notFound();
      if ((await changeOperated(trx, body, { newId, now: now() })) === 'conflict') throw Problem.conflict(before);
      const changed = await readOperated(trx, now());
      if (changed === undefined) throw Problem.notFound();
      const shown = ({ seats, trial_until, licences, carriers }: typeof changed) => ({
        seats,
        trial_until,
        licences,
        carriers,
      });
      // Nobody of the company's did it: its trail says who did by their name.
      await audit(
        trx,
        { accountId: null, network, requestId },
        {
          action: 'update',
          subject: 'tenant',
          subjectId: params.id,
          before: shown(before),
          after: { ...shown(changed), operator: caller.name },
        },
      );
      return changed;
    });
    deps.onLicensed(params.id);
    await deps.onCallsChanged(params.id);
    return after;
  }),

  route(getInstallationSetting, () => installationSetting(deps.db)),

  route(setInstallationSetting, async (request) => {
    const { body } = request;
    const before = await installationSetting(deps.db);
    await deps.db.inTenant(request.caller.tenantId, (trx) =>
      audit(trx, actorOf(request), {
        action: 'update',
        subject: 'installation_setting',
        subjectId: '',
        before,
        after: body,
      }),
    );
    await setInstallation(deps.db, body);
    return body;
  }),

  route(installation, async () => {
    const { db } = deps;
    const [{ rows: counted }, { rows: size }, companies] = await Promise.all([
      db.outside((one) =>
        sql<{ what: string; state: string; n: number }>`select * from count_installation()`.execute(one),
      ),
      db.outside((one) => sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(one)),
      db.directory.tenants(),
    ]);
    const count = (what: string, ...states: string[]) =>
      counted.reduce((all, row) => all + (row.what === what && states.includes(row.state) ? Number(row.n) : 0), 0);
    const disk = deps.disk?.();
    return {
      engine: deps.engineStatus(),
      draining: deps.isDraining(),
      database_bytes: Number(size[0]?.bytes ?? 0),
      disk: {
        state: disk?.state ?? ('ok' as const),
        words: disk?.words ?? '',
        free_bytes: disk?.room?.free ?? null,
        total_bytes: disk?.room?.total ?? null,
      },
      companies: companies.length,
      signed_in: count('session', 'open'),
      jobs: { waiting: count('job', 'queued', 'running', 'waiting'), failed: count('job', 'failed') },
      deliveries: { waiting: count('delivery', 'waiting'), failed: count('delivery', 'failed') },
    };
  }),
];
