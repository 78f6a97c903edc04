import { type CallId, isOver, type TenantId, valuesOf } from '@alo/call-core';

import type { TelephonyConfig } from '../src/telephony/routing-plan.ts';
import { officeConfigs, officeExtensions } from './office.ts';
import type { Random } from './random.ts';
import { officeVersion } from './restless-office.ts';
import type { ServerProcess } from './server-process.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedPeople } from './simulated-people.ts';
import type { VirtualTime } from './virtual-time.ts';

interface DayOptions {
  readonly time: VirtualTime;
  /** Decides when something is done, and what is. */
  readonly fate: Random;
  readonly random: Random;
  /** Decides what is saved: most days nothing is. */
  readonly plans: Random;
  /** The routing is saved every few seconds. */
  readonly restless: boolean;
  /** The company has campaigns. */
  readonly campaigns: boolean;
  readonly database: SimulatedDatabase;
  readonly everybody: SimulatedPeople;
  readonly server: () => ServerProcess;
  readonly tenant: TenantId;
  readonly lifeMs: number;
  readonly mostCalls: number;
  readonly say: (line: string) => void;
}

/** What becomes of what people asked for in a day. */
export interface Day {
  readonly unanswered: ReadonlySet<string>;
  /** Conversations that somebody asked for something about that may end a talk. */
  readonly meddledWith: ReadonlySet<CallId>;
  /** Conversations that one of ours sent on, or asked somebody about: they go another way from then on. */
  readonly sentOn: ReadonlySet<CallId>;
  /** When each version of the routing was saved. */
  readonly savedAt: ReadonlyMap<number, number>;
}

/** What people do in a life: they sign in, call, ask for things on their screens, and save another plan. */
export function beginDay(options: DayOptions): Day {
  const {
    time,
    fate,
    random,
    plans,
    restless,
    campaigns,
    database,
    everybody,
    server,
    tenant,
    lifeMs,
    mostCalls,
    say,
  } = options;
  const signIn = (extension: string) => {
    everybody.signsIn(extension);
    database.signsIn(extension);
    const told = () => server().telephony()?.secretsChanged(tenant, [extension]);
    time.after(1, () => void told()?.catch(() => say(`${extension} is not known yet`)), server().life);
  };
  /** Some are in a hurry: a second tab, a second try. */
  const signsIn = (extension: string) => {
    signIn(extension);
    if (random.chance(0.2)) time.after(random.between(1, 150), () => signIn(extension));
  };
  for (const extension of officeExtensions) time.after(fate.between(0, 2_000), () => signsIn(extension));
  for (let at = fate.between(100, 4_000), count = 0; at < lifeMs; at += fate.between(100, 5_000), count++) {
    if (count < mostCalls) time.after(at, () => everybody.calls());
  }
  const unanswered = new Set<string>();
  const meddledWith = new Set<CallId>();
  const sentOn = new Set<CallId>();
  let requests = 0;
  for (let at = fate.between(100, 6_000); at < lifeMs; at += fate.between(300, 6_000)) {
    time.after(at, () => {
      const telephony = server().telephony();
      const board = telephony?.boardOf(tenant);
      if (telephony === null || board === undefined || !server().life.alive) return;
      const open = [...valuesOf(board.calls)].filter((call) => !isOver(call)).map(({ id }) => id);
      const id = `request-${++requests}`;
      const wish = everybody.wishes(open);
      say(`asks: ${JSON.stringify(wish)}`);
      if ('call' in wish.what && wish.what.call !== null) meddledWith.add(wish.what.call);
      // Whoever is reached goes where the request says, also into a queue that is newer than their call.
      if (wish.what.kind === 'reach') sentOn.add(wish.what.call);
      if (wish.what.kind === 'transfer' || wish.what.kind === 'consult') sentOn.add(wish.what.call);
      unanswered.add(id);
      const ask = () =>
        telephony.request(tenant, { id, ...wish }).then(
          (reply) => {
            say(`is told: ${JSON.stringify(reply)}`);
            unanswered.delete(id);
          },
          () => unanswered.delete(id),
        );
      time.after(1, () => void ask(), server().life);
    });
  }
  for (let at = fate.between(1_000, 20_000); at < lifeMs; at += fate.between(1_000, 30_000)) {
    time.after(at, () => signsIn(fate.pick(officeExtensions)));
  }

  /** By a process that is not there nobody is told: it reads what was saved when it starts. */
  const save = (config: TelephonyConfig) => {
    database.config = config;
    const told = () => server().telephony()?.configChanged(tenant);
    time.after(1, () => void told()?.catch(() => say('What was saved is not known yet')), server().life);
  };
  const savedAt = new Map([[0, time.now]]);
  const saveNext = () => {
    // Some save what there is already.
    const nth = plans.chance(0.2) ? savedAt.size - 1 : savedAt.size;
    if (!savedAt.has(nth)) savedAt.set(nth, time.now);
    say(`saves: version ${nth}`);
    save(officeVersion(nth, campaigns));
  };
  if (restless)
    for (let at = plans.between(200, 4_000); at < lifeMs; at += plans.between(200, 6_000)) time.after(at, saveNext);
  else if (plans.chance(0.25))
    for (let at = plans.between(1_000, 15_000); at < lifeMs; at += plans.between(500, 20_000))
      time.after(at, () => save(plans.pick(officeConfigs)));
  return { unanswered, meddledWith, sentOn, savedAt };
}
