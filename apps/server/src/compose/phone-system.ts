import { parsePhone } from '@alo/phone-number';
import { productSoundLengths } from '../audio/product-sounds.ts';
import type { Db } from '../db/database.ts';
import { companySound } from '../domain/company-sound.ts';
import { answeredBy, customersAt } from '../domain/customer-kinds.ts';
import { greeting } from '../features/audio/greetings.ts';
import { callFlowRoute, flowOf } from '../features/call-flow/call-flow.ts';
import { lastCallRule } from '../features/call-paths/last-call-rules.ts';
import { menu } from '../features/call-paths/menus.ts';
import { queue } from '../features/call-paths/queues.ts';
import { ringGroup } from '../features/call-paths/ring-groups.ts';
import { callPathRoutes } from '../features/call-paths/routes.ts';
import { voicemailBox } from '../features/call-paths/voicemail-boxes.ts';
import { type SetUpDeps, setUpRoutes } from '../features/hotlines/make-set-up.ts';
import { hotlineRoutes } from '../features/hotlines/routes.ts';
import { inboundRule } from '../features/routing/inbounds.ts';
import { routingRoutes } from '../features/routing/routes.ts';
import { tryCallRoutes } from '../features/routing/try-call.ts';
import { inDraftOf } from '../features/routing-versions/draft.ts';
import { condition } from '../features/times/conditions.ts';
import { timeRoutes } from '../features/times/routes.ts';
import { timeGroup } from '../features/times/time-groups.ts';
import { serviceNumber } from '../features/trunks/numbers.ts';
import type { Route } from '../http/route.ts';
import type { JobKey } from '../jobs/queue.ts';
import type { AnnounceChange } from '../resource/announce.ts';
import type { CallsRead } from '../resource/resource.ts';
import type { FileStore } from '../storage/file-store.ts';
import { loadTelephonyConfig } from '../telephony/routing-plan.ts';
import { allResources } from './resources.ts';

/** What the routes of the phone system are made with; `db` and `announce` are the draft's where they are asked of a draft. */
interface PhoneSystemDeps extends PhoneParts {
  readonly db: Db;
  readonly announce: AnnounceChange;
}
interface PhoneParts {
  readonly announceJob: (job: JobKey) => void;
  readonly files: FileStore;
  readonly now: () => number;
}

interface DraftedDeps extends PhoneSystemDeps {
  /** Where the product's own sounds are. */
  readonly promptsFolder: string;
}

const importables = allResources.map(({ importable }) => importable);
const bulkables = () => allResources.map(({ bulkable }) => bulkable);

/** Whether rows are of the draft, or of the phone system and not of the draft, or neither. */
const kinds = {
  drafted: 'drafted',
  rules: 'drafted',
  live: 'live',
  'block-lists': 'live',
  phones: 'live',
  none: 'other',
} as const satisfies Record<CallsRead, string>;

type Kind = (typeof kinds)[CallsRead];

/** Routes of the resources that are of the draft, of the phone system without a draft, or of neither. */
export function routesOfKind(kind: Kind, of: Pick<PhoneSystemDeps, 'db' | 'announce' | 'announceJob'>): Route[] {
  const resources = allResources.filter(({ calls }) => kinds[calls] === kind);
  return resources.flatMap(({ routes }) => routes({ ...of, bulkables }));
}

/** What a draft can have: the resources that calls are led by, and what is tried and drawn of them. */
export function draftedRoutes({ db, announce, announceJob, files, now, promptsFolder }: DraftedDeps): Route[] {
  const of = { db, announce };
  const ofProduct = productSoundLengths(promptsFolder);
  const planFor = async (tenantId: string, numbers: readonly string[]) =>
    (await loadTelephonyConfig(db.inTenant, tenantId, undefined, numbers)).plan;
  return [
    ...routesOfKind('drafted', { ...of, announceJob }),
    ...routingRoutes({ ...of, announceJob, bulkables, files, importables }),
    ...tryCallRoutes({
      planOf: (tenantId, numbers) => planFor(tenantId, numbers.flatMap(canonicalOf)),
      dataOf: async (tenantId, numbers) =>
        answeredBy(await db.inTenant(tenantId, (trx) => customersAt(trx, numbers.flatMap(canonicalOf)))),
      lengthsOf: async (tenantId) => {
        const sounds = await db.inTenant(tenantId, (trx) =>
          trx.selectFrom('audio').select(['id', 'duration_ms']).execute(),
        );
        const lengths = new Map(sounds.map(({ id, duration_ms: ms }) => [companySound(tenantId, id), ms]));
        return (file) => lengths.get(file) ?? ofProduct(file);
      },
    }),
    ...hotlineRoutes({
      ...of,
      bulkables,
      now,
      resources: hotlineParts,
      // The plan without block lists: the caller has no number yet.
      planOf: (tenantId) => planFor(tenantId, []),
    }),
    ...timeRoutes({ ...of, now }),
    ...callPathRoutes(db),
    callFlowRoute(db, bulkables),
  ];
}

function canonicalOf(number: string): string[] {
  const read = parsePhone(number);
  return read.ok ? [read.phone.canonical] : [];
}

/** The resources that a hotline is made of. */
const hotlineParts = {
  number: serviceNumber,
  rule: inboundRule,
  hours: timeGroup,
  condition,
  group: ringGroup,
  queue,
};

/** Whole set-ups, which are made in the company's draft alone. */
export const draftedSetUpRoutes = (of: Pick<SetUpDeps, 'db' | 'announce' | 'speak'>): Route[] =>
  setUpRoutes({
    ...of,
    bulkables,
    draftIn: inDraftOf,
    flowOf: (trx, by, numberId) => flowOf(trx, by, bulkables(), numberId),
    resources: { ...hotlineParts, greeting, box: voicemailBox, menu, lastCall: lastCallRule },
  });
