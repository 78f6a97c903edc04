import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { DirectBus } from '../../apps/server/src/bus/bus.ts';
import { natsAccess, natsBus } from '../../apps/server/src/bus/nats-bus.ts';
import { idOfFolder } from '../../apps/server/src/storage/installation-id.ts';
import { everyBus, heardBy } from '../../apps/server/testing/every-bus.ts';
import { until } from '../e2e/support/until.ts';
import { type NatsServer, startNats } from './support/nats-server.ts';
import { onePlacedOnEach, roamingPhone, startTwoNodes, talk } from './support/two-nodes.ts';

let nats: NatsServer;
const tenant = crypto.randomUUID();

beforeAll(async () => {
  nats = await startNats();
});

afterAll(() => nats?.stop());

function busOf(installation = 'ours', url = nats.url): Promise<DirectBus> & { readonly warned: string[] } {
  const warned: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  return Object.assign(natsBus({ access: natsAccess([url]), installation, log }), { warned });
}

describe('a bus over NATS', () => {
  everyBus(async () => [await busOf(), await busOf()]);

  test('of two installations that share a NATS neither hears the other', async () => {
    const [ours, theirs, alsoOurs] = [await busOf(), await busOf('theirs'), await busOf()];
    const [wrong, right] = [heardBy(theirs, 'job-changed'), heardBy(alsoOurs, 'job-changed')];
    ours.publish('job-changed', tenant, ['1']);
    await expect.poll(() => right).toEqual([[tenant, '1']]);
    await theirs.flushed();
    expect(wrong).toEqual([]);
    await Promise.all([ours, theirs, alsoOurs].map((bus) => bus.close()));
  });

  test('a NATS that dies and comes again: who is on it is told of a gap, and what was said meanwhile arrives', async () => {
    const [one, other] = [await busOf(), await busOf()];
    const heard = heardBy(other, 'job-changed');
    let gaps = 0;
    for (const bus of [one, other]) bus.onGap(() => (gaps += 1));
    await nats.stop();
    // Nobody waits for it: what is said is kept.
    one.publish('job-changed', tenant, ['meanwhile']);
    await one.flushed();
    await nats.start();
    await until('both are on it again', () => gaps === 2);
    // Of two who come back one may do so first: what it says the other reads anew, told of the gap.
    one.publish('job-changed', tenant, ['after']);
    await expect.poll(() => heard.map(([, id]) => id)).toContain('after');
    await Promise.all([one.close(), other.close()]);
  });

  test('a start without NATS goes on after a while, and what waits is said when it is there', async () => {
    await nats.stop();
    const opening = busOf();
    const one = await opening;
    expect(opening.warned.join()).toContain('no NATS yet');
    one.publish('job-changed', tenant, ['early']);
    await nats.start();
    const other = await busOf();
    const heard = heardBy(other, 'job-changed');
    await until('both are on it', () => {
      one.publish('job-changed', tenant, ['late']);
      return heard.length > 0;
    });
    await Promise.all([one.close(), other.close()]);
  });

  test.each([
    ['a wrong password', () => `nats://alo:khac@${nats.place}`],
    ['a server that does not encrypt, where it has to', () => nats.url.replace('nats:', 'tls:')],
  ])('%s: nothing is said, and the log says so', async (_what, url) => {
    const right = await busOf();
    const heard = heardBy(right, 'job-changed');
    const opening = busOf('ours', url());
    const wrong = await opening;
    wrong.publish('job-changed', tenant, ['1']);
    await wrong.flushed();
    expect(opening.warned.length).toBeGreaterThan(0);
    right.publish('job-changed', tenant, ['2']);
    await until('its own is heard', () => heard.length > 0);
    expect(heard).toEqual([[tenant, '2']]);
    await Promise.all([right.close(), wrong.close()]);
  });
});

test('two machines tell each other over NATS of a call, and over the database of nothing', async () => {
  const nodes = await startTwoNodes({ ALO_NATS_URL: nats.url });
  try {
    const installation = await idOfFolder(nodes.n1.dataFolder);
    const listener = await busOf(installation ?? '');
    const { placed } = await onePlacedOnEach(nodes);
    for (const name of ['n1', 'n2'] as const) {
      const heard = heardBy(listener, 'calls-written');
      const [caller, callee] = [
        await roamingPhone(nodes, placed[name], '101'),
        await roamingPhone(nodes, placed[name], '102'),
      ];
      const call = await talk(caller, callee);
      expect(await call.hangUp()).toBe(200);
      await until('who listens hears of it', () => heard.some(([of]) => of === placed[name].id));
      caller.close();
      callee.close();
    }
    await listener.close();
    const { rows } = await nodes.client.query(`select from pg_stat_activity where application_name = 'alo bus'`);
    expect(rows).toHaveLength(0);
  } finally {
    await nodes.close();
  }
});
