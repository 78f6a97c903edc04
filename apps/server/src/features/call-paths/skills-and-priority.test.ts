import {
  type Board,
  type CallId,
  type Command,
  type ContactId,
  type Event,
  emptyBoard,
  getFrom,
  type LegId,
  step,
  type TrunkId,
} from '@alo/call-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { newId } from '../../kernel/new-id.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let mine: TestTenant;
const people = { '101': newId(), '102': newId() };
const [trunk, number, second] = [newId(), newId(), newId()];
const [hotline, vipLine] = ['+842871000101', '+842871000102'];
const [an, binh, chi] = ['0901234567', '0911111111', '0922222222'];

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('uu-tien');
  await app.db.inTenant(mine.id, async (trx) => {
    const extensions = Object.entries(people).map(([own, id]) => ({ id, number: own, name: `Máy ${own}` }));
    await trx.insertInto('extension').values(extensions).execute();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: '113.160.0.1' }).execute();
    await trx
      .insertInto('service_number')
      .values([
        { id: number, number: hotline, name: 'Tổng đài', trunk_id: trunk },
        { id: second, number: vipLine, name: 'Đường dây VIP', trunk_id: trunk },
      ])
      .execute();
  });
});
afterAll(() => app.close());

async function ask(method: 'DELETE' | 'POST', path: string, body?: object) {
  const answer = await app.http.inject({
    method,
    url: `/telephony/partner/${path}`,
    headers: { authorization: `Bearer ${mine.admin.token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** The company with such a queue behind its numbers, as it is set by HTTP and stored; the phones of these people are on. */
async function companyWith(queue: object, phones: readonly (keyof typeof people)[]): Promise<Calls> {
  const made = await ask('POST', 'call-queue', { name: `Hàng ${newId()}`, strategy: 'linear', ...queue });
  expect(made).toMatchObject({ status: 200, body: queue });
  const rule = await ask('POST', 'inbound', {
    name: `Gọi vào ${newId()}`,
    destination: { type: 'queue', value: made.body.id },
  });
  expect(rule.status).toBe(200);
  const { plan } = await loadTelephonyConfig(app.db.inTenant, mine.id);
  await ask('DELETE', `rule/${rule.body.id}`);
  const calls = new Calls();
  calls.take({ type: 'plan-changed', plan, at: calls.now });
  for (const extension of phones) {
    const contacts = [{ id: `máy ${extension}` as ContactId, asleep: false }]; // a test's own name
    calls.take({ type: 'contacts', extension, contacts, at: calls.now });
  }
  return calls;
}

/** Call control on a clock of the test's: a phone rings until the test says that it is answered. */
class Calls {
  now = Date.parse('2026-11-20T10:00:00+07:00');
  #board: Board = emptyBoard;
  #count = 0;
  readonly #timers = new Map<string, { readonly event: Event & { readonly type: 'elapsed' }; readonly due: number }>();
  readonly #ringing: Extract<Command, { type: 'dial' }>[] = [];

  take(event: Event): void {
    const { board, commands } = step(this.#board, event);
    this.#board = board;
    for (const command of commands) this.#perform(command);
  }

  arrives(from: string, dialled: string = hotline): CallId {
    const call = `cuộc ${++this.#count}` as CallId; // a test's own names, as those below
    const origin = { kind: 'trunk', trunk: trunk as TrunkId, number: from, name: '' } as const;
    this.take({ type: 'arrived', call, leg: `${call}/khách` as LegId, at: this.now, origin, dialled });
    return call;
  }

  /** Whose phones ring, and for which call. */
  ringing(): readonly (readonly [string, CallId])[] {
    return this.#ringing.map(({ to, call }) => [to.kind === 'extension' ? to.extension : '', call] as const);
  }

  answers(): LegId {
    const rung = this.#ringing.shift();
    if (rung === undefined) throw new Error('Nobody rings');
    this.take({ type: 'answered', call: rung.call, leg: rung.leg, at: this.now });
    return rung.leg;
  }

  hangsUp(call: CallId, leg: LegId): void {
    this.take({ type: 'ended', call, leg, at: this.now, cause: 'normal' });
  }

  wait(seconds: number): void {
    const until = this.now + seconds * 1000;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due);
      if (next === undefined) break;
      this.#timers.delete(next[0]);
      this.now = next[1].due;
      this.take({ ...next[1].event, at: this.now });
    }
    this.now = until;
  }

  why(call: CallId): readonly string[] {
    return getFrom(this.#board.calls, call)?.trace.map(({ text }) => text) ?? [];
  }

  #perform(command: Command): void {
    switch (command.type) {
      case 'start-timer': {
        const { owner, timer, ms } = command;
        const event = { type: 'elapsed', owner, timer, at: 0 } as const;
        this.#timers.set(JSON.stringify([owner, timer]), { event, due: this.now + ms });
        return;
      }
      case 'stop-timer':
        this.#timers.delete(JSON.stringify([command.owner, command.timer]));
        return;
      case 'dial':
        this.#ringing.push(command);
        return;
      case 'hang-up': {
        const place = this.#ringing.findIndex(({ leg }) => leg === command.leg);
        if (place >= 0) this.#ringing.splice(place, 1);
        const { call, leg, cause } = command;
        this.take({ type: 'ended', call, leg, at: this.now, cause });
        return;
      }
      default: // Nobody listens here.
    }
  }
}

const member = (extension: keyof typeof people, skills: Readonly<Record<string, number>> = {}) => ({
  extension_id: people[extension],
  penalty: 0,
  weight: 1,
  skills,
});
const first = (more: object) => ({ service_number_id: null, skills: {}, until_seconds: null, ...more });

test('a caller waits for somebody who can what the queue asks, and after its time anybody takes the call', async () => {
  const queue = {
    members: [member('101', { 'tiếng Anh': 20 }), member('102', { 'tiếng Anh': 80 })],
    needs: [{ skill: 'tiếng Anh', level: 60, until_seconds: 20 }],
  };
  const both = await companyWith(queue, ['101', '102']);
  // First of the list is 101, who speaks too little.
  const call = both.arrives(an);
  expect(both.ringing()).toEqual([['102', call]]);
  expect(both.why(call)).toContain('Khách cần kỹ năng: tiếng Anh từ 60 trong 20 giây đầu');

  const without = await companyWith(queue, ['101']);
  const patient = without.arrives(an);
  without.wait(19);
  expect(without.ringing()).toEqual([]);
  without.wait(1);
  expect(without.ringing()).toEqual([['101', patient]]);
  expect(without.why(patient)).toContain('Đã chờ 20 giây: không cần kỹ năng nữa');
});

test('a caller who comes first is answered before who waits longer, by who calls and by the number called', async () => {
  const calls = await companyWith(
    {
      members: [member('101')],
      callers: [
        first({ name: 'VIP', caller_pattern: '091*', priority: 2 }),
        first({ name: 'Đường dây riêng', caller_pattern: '', service_number_id: second, priority: 1 }),
      ],
    },
    ['101'],
  );
  const talking = calls.arrives(an);
  const own = calls.answers();
  calls.wait(60);
  const [plain, line] = [calls.arrives(chi), calls.arrives(chi, vipLine)];
  calls.wait(300);
  const vip = calls.arrives(binh);
  expect(calls.why(vip)).toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 2');
  calls.hangsUp(talking, own);
  for (const next of [vip, line, plain]) {
    expect(calls.ringing()).toEqual([['101', next]]);
    calls.hangsUp(next, calls.answers());
  }
});

test('where priority is worth seconds, who has waited that much longer is answered first', async () => {
  const calls = await companyWith(
    {
      members: [member('101')],
      callers: [first({ name: 'VIP', caller_pattern: '091*', priority: 2 })],
      priority_is_worth_seconds: 60,
    },
    ['101'],
  );
  const talking = calls.arrives(an);
  const own = calls.answers();
  const long = calls.arrives(chi);
  calls.wait(100);
  const short = calls.arrives(chi);
  calls.wait(30);
  const vip = calls.arrives(binh);
  expect(calls.why(vip)).toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 2, như đã chờ sẵn 2 phút');
  calls.hangsUp(talking, own);
  // 130 seconds are more than the 120 that two levels are worth, 30 are less.
  for (const next of [long, vip, short]) {
    expect(calls.ringing()).toEqual([['101', next]]);
    calls.hangsUp(next, calls.answers());
  }
});

test('callers of a group may need a skill of their own', async () => {
  const calls = await companyWith(
    {
      members: [member('101'), member('102', { vip: 70 })],
      callers: [first({ name: 'VIP', caller_pattern: '091*', priority: 0, skills: { vip: 50 }, until_seconds: 10 })],
    },
    ['101', '102'],
  );
  const vip = calls.arrives(binh);
  expect(calls.ringing()).toEqual([['102', vip]]);
});

test('a row that fits every caller is refused, and a number that a queue looks at cannot be deleted', async () => {
  const refused = await ask('POST', 'call-queue', {
    name: 'Mọi khách',
    callers: [first({ name: 'Ai cũng', caller_pattern: '', priority: 1 })],
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { 'callers.0.caller_pattern': 'Nhập mẫu số gọi đến hoặc chọn đầu số' } },
  });
  const name = 'Xem số gọi tới';
  const made = await ask('POST', 'call-queue', {
    name,
    callers: [first({ name: 'Đường dây riêng', caller_pattern: '', service_number_id: second, priority: 1 })],
  });
  const kept = await ask('DELETE', `service-number/${second}`);
  expect(kept.status).toBe(409);
  expect(JSON.stringify(kept.body)).toContain(name);
  await ask('DELETE', `call-queue/${made.body.id}`);
});
