import { expect, test } from 'vitest';

import type { Bus, BusTopic } from '../src/bus/bus.ts';

const tenant = crypto.randomUUID();

export function heardBy(bus: Bus, topic: BusTopic): string[][] {
  const heard: string[][] = [];
  bus.subscribe(topic, (tenantId, ids) => heard.push([tenantId, ...ids]));
  return heard;
}

/** What holds for every bus, whatever it goes over. `ends` answers two ends of one; within a process both are the same. */
export function everyBus(ends: () => Promise<readonly [Bus, Bus]>): void {
  test('what is published is heard at both ends, once and in order, and by nobody who listens to something else', async () => {
    const [one, other] = await ends();
    const [here, there, elsewhere] = [
      heardBy(one, 'job-changed'),
      heardBy(other, 'job-changed'),
      heardBy(other, 'plan-changed'),
    ];
    for (let n = 0; n < 50; n += 1) one.publish('job-changed', tenant, [String(n)]);
    other.publish('job-changed', tenant, ['last']);
    await one.flushed();
    await expect.poll(() => here.length).toBe(51);
    await expect.poll(() => there.length).toBe(51);
    const order = (heard: string[][]) => heard.map(([, id]) => id).filter((id) => id !== 'last');
    expect(order(here)).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
    expect(order(there)).toEqual(order(here));
    expect(elsewhere).toEqual([]);
    await one.close();
    if (other !== one) await other.close();
  });

  test('many ids arrive all', async () => {
    const [one, other] = await ends();
    const heard = heardBy(other, 'calls-written');
    const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
    one.publish('calls-written', tenant, ids);
    const nameless = heardBy(other, 'plan-changed');
    one.publish('plan-changed', tenant, []);
    await expect.poll(() => heard.flatMap(([, ...its]) => its)).toEqual(ids);
    await expect.poll(() => nameless).toEqual([[tenant]]);
    await one.close();
    if (other !== one) await other.close();
  });
}
