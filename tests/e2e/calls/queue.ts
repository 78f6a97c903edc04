import { expect, test } from 'vitest';

import { closedCallsSince, detailOf, type HistoryRow, menuNumber, recordingOf, segmentsOf } from '../support/api.ts';
import { type CustomerCall, customerCalls } from '../support/customer.ts';
import { hearsOnly, voicesIn } from '../support/hearing.ts';
import type { Company } from '../support/office.ts';
import { people } from '../support/people.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';
import { tones } from '../support/voices.ts';

/** As the demo's queue has it. */
const wrapUpMs = 5_000;
const customers = {
  first: { from: '0912345691', hertz: tones.customer },
  second: { from: '0912345692', hertz: tones.secondCustomer },
  third: { from: '0912345693', hertz: tones.thirdCustomer },
  fourth: { from: '0912345694', hertz: tones.fourthCustomer },
} as const;
type Customer = (typeof customers)[keyof typeof customers];
type Agent = 'lan' | 'minh';

const hears = (call: CustomerCall, ...files: readonly string[]) =>
  until(`${files.join(', ')} is heard`, async () => {
    return (await recognise(call.audio.samples, files)).slice(0, files.length).join() === files.join();
  });

export function queueStories(company: () => Company): void {
  /** Calls the menu and presses the key for the queue. */
  async function enter(customer: Customer, to: string): Promise<CustomerCall> {
    const call = await customerCalls(company().product, { ...customer, to });
    await call.until('talking');
    call.audio.press('2');
    return call;
  }

  const rings = (agent: Agent) => company()[agent].shows('Cuộc gọi đến');

  async function serves(agent: Agent, call: CustomerCall): Promise<void> {
    await rings(agent);
    await company()[agent].answer();
    await hearsOnly(call, agent);
  }

  /** Rung once and for nobody else, with a segment and a recording that are theirs alone. */
  async function expectServed(row: HistoryRow, agent: Agent, voice: string): Promise<void> {
    const { admin } = company();
    const { extension } = people[agent];
    expect(row).toMatchObject({ direction: 'inbound', status: 'answered', extension, recording: 'ready' });
    expect(await segmentsOf(admin, row.id)).toEqual([`${extension} answered (queue)`]);
    const { legs } = await detailOf(admin, row.id);
    expect(legs.slice(1).map(({ party }) => party)).toEqual([extension]);
    const { left, right, sampleRate } = await recordingOf(admin, row.id);
    expect([voicesIn(left, sampleRate), voicesIn(right, sampleRate)]).toEqual([[voice], [agent]]);
  }

  test('each of two agents gets a customer; the third waits with music, hears the place, and gets whoever is free first', async () => {
    const { lan, minh, admin } = company();
    const since = Date.now();
    const to = await menuNumber(admin);
    const first = await enter(customers.first, to);
    const one = await Promise.any((['lan', 'minh'] as const).map((agent) => rings(agent).then(() => agent)));
    const other = one === 'lan' ? 'minh' : 'lan';
    await serves(one, first);
    const second = await enter(customers.second, to);
    await serves(other, second);

    const third = await enter(customers.third, to);
    await hears(third, 'music/default.wav', 'system/vi/say/queue-next.wav');
    const fourth = await enter(customers.fourth, to);
    await hears(fourth, 'system/vi/say/queue-position.wav', 'system/vi/say/2.wav');
    await fourth.hangUp();

    await first.hangUp();
    await serves(one, third);
    await Promise.all([
      hearsOnly(one === 'lan' ? lan : minh, 'thirdCustomer'),
      hearsOnly(one === 'lan' ? minh : lan, 'secondCustomer'),
    ]);
    await Promise.all([second.hangUp(), third.hangUp()]);

    const rows = await closedCallsSince(admin, since, 4);
    const rowOf = ({ from }: Customer): HistoryRow => {
      const [row, ...more] = rows.filter(({ phone }) => phone.replaceAll(/\D/g, '').endsWith(from.slice(1)));
      if (row === undefined || more.length > 0) throw new Error(`${more.length + 1} rows of ${from}`);
      return row;
    };
    expect(rows).toHaveLength(4);
    await expectServed(rowOf(customers.first), one, 'customer');
    await expectServed(rowOf(customers.second), other, 'secondCustomer');
    await expectServed(rowOf(customers.third), one, 'thirdCustomer');
    const gaveUp = rowOf(customers.fourth);
    expect(gaveUp).toMatchObject({ status: 'abandoned', recording: 'none', talk_seconds: 0 });
    expect((await detailOf(admin, gaveUp.id)).legs).toHaveLength(1);

    // Nobody is rung while they write up the call before.
    const { legs, trace } = await detailOf(admin, rowOf(customers.third).id);
    const endedAt = Date.parse(rowOf(customers.first).ended_at ?? '');
    const restedMs = Date.parse(legs[1]?.started_at ?? '') - endedAt;
    expect(restedMs).toBeGreaterThanOrEqual(wrapUpMs - 50);
    expect(trace.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Người gọi bấm 2',
        'Hàng đợi “Chăm sóc khách hàng”: vào hàng ở vị trí 1',
        'Không đổ chuông: 1 đang có cuộc gọi',
        `Máy nhánh ${people[one].extension} nghe máy`,
      ]),
    );
  });
}
