import type { CallId, RequestedAction } from '@alo/call-core';
import {
  programCall,
  programCallBetween,
  programHangUp,
  programHold,
  programKeys,
  programListen,
  programPark,
  programTransfer,
} from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { isShown } from '../../domain/number-owners.ts';
import { isActive } from '../../domain/number-states.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { openDialled } from '../../storage/sealed-number.ts';

export interface ProgramCallDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly calls: Pick<CallsNow, 'goingOn' | 'request' | 'trace'>;
  readonly serverKey: ServerKey;
  /** What a phone has to dial; refuses who must not be called now. The same as for people at their screens. */
  readonly prepare: (
    by: By,
    asked: { readonly phone: string; readonly anyway: boolean },
  ) => Promise<{ readonly dial: string; readonly kind: 'internal' | 'external' }>;
}

type Asked = By & { readonly body: { readonly request_id?: string | undefined } };
type Of = { readonly params: { readonly id: string } };
type Agent = { readonly id: string; readonly extension: string };

/** What programs ask of calls in somebody's place: the same requests that these people make at their screens. */
export function programCallRoutes({ db, calls, serverKey, prepare }: ProgramCallDeps): Route[] {
  /** Asks call control as somebody of ours, or with null as the product itself. */
  async function ask(asked: Asked, by: string | null, what: (id: string) => RequestedAction) {
    const { tenantId, sessionId } = asked.caller;
    // An id is one program's: what another one asked under it is another request.
    const id = asked.body.request_id ?? newId();
    const reply = await calls.request(tenantId, { id: `${sessionId}/${id}`, by, what: what(id) });
    if (reply.ok) return { call_id: reply.call, slot: reply.slot ?? null };
    if (reply.refused === 'no-call') throw Problem.notFound();
    throw Problem.callRefused(reply.words);
  }

  /** The trail has it before anything is done; what is refused after that was still tried. */
  const noted = (asked: Asked, action: string, { subjectId, ...after }: { subjectId: string; agent?: string }) =>
    db.inTenant(asked.caller.tenantId, (trx) =>
      audit(trx, actorOf(asked), { action: `program-${action}`, subject: 'call', subjectId, after }),
    );

  const agentAt = (asked: Asked, extension: string) =>
    db.inTenant(asked.caller.tenantId, (trx) => personAt(trx, asked, extension));

  /** Any other call is not there, whosever it is. A program that is tried out has no part in calls of people. */
  async function expectGoingOn({ caller, params }: Asked & Of): Promise<void> {
    if ((await calls.trace(caller.tenantId, params.id)) === undefined) throw Problem.notFound();
    if (caller.isSandbox === undefined) return;
    const its = (await calls.goingOn(caller.tenantId)).calls.find(({ id }) => id === params.id);
    if (its?.isTest !== true) throw Problem.notFound();
  }

  async function about(
    asked: Asked & Of & { readonly body: { readonly agent: string } },
    action: string,
    what: (call: CallId) => RequestedAction,
    by = asked.body.agent,
  ) {
    const { agent } = asked.body;
    await expectGoingOn(asked);
    await agentAt(asked, agent);
    await noted(asked, action, { subjectId: asked.params.id, agent });
    return ask(asked, by, () => what(callId(asked.params.id)));
  }

  /** What is dialled, opened where it was sealed: from here on nobody is shown it. */
  async function dialled(by: By, field: 'from' | 'to', phone: string, anyway: boolean) {
    const { dial, kind } = await prepare(by, { phone, anyway }).catch((error: unknown): never => {
      const words = error instanceof Problem ? error.details.fields?.['phone'] : undefined;
      throw words === undefined ? error : Problem.invalid({ [field]: words });
    });
    return { kind, ...(openDialled(serverKey, by.caller.tenantId, dial) ?? { number: dial }) };
  }

  async function outside(by: By, field: 'from' | 'to', phone: string, anyway: boolean): Promise<string> {
    const { kind, number } = await dialled(by, field, phone, anyway);
    if (kind !== 'external') throw Problem.invalid({ [field]: 'Hãy nhập một số bên ngoài' });
    return number;
  }

  return [
    route(programCall, async (asked) => {
      const { agent, to, phone, anyway } = asked.body;
      const person = await agentAt(asked, agent);
      // Whoever refuses advertising is let through for the person whose phone will dial.
      const { kind: _, number, ...purpose } = await dialled(inPlaceOf(asked, person), 'to', to, anyway);
      const call = asked.body.request_id ?? newId();
      await noted(asked, 'call', { subjectId: call, agent });
      return ask({ ...asked, body: { ...asked.body, request_id: call } }, agent, () => ({
        ...({ kind: 'call', call: callId(call), extension: agent, dialled: number, ...purpose } as const),
        ...(phone !== undefined && { phone }),
        ...tried(asked),
      }));
    }),
    route(programCallBetween, async (asked) => {
      const { from, to, showing, anyway } = asked.body;
      const first = await outside(asked, 'from', from, anyway);
      const second = await outside(asked, 'to', to, anyway);
      if (first === second) throw Problem.invalid({ to: 'Hai số phải khác nhau' });
      if (showing !== undefined) await expectOwn(db, asked, showing);
      const call = asked.body.request_id ?? newId();
      await noted(asked, 'between', { subjectId: call });
      return ask({ ...asked, body: { ...asked.body, request_id: call } }, null, () => ({
        kind: 'reach',
        call: callId(call),
        number: first,
        showing: showing ?? null,
        then: { kind: 'fw', number: second, showing: 'own' },
        ...tried(asked),
      }));
    }),
    route(programTransfer, (asked) =>
      about(asked, 'transfer', (call) => ({ kind: 'transfer', call, to: asked.body.to })),
    ),
    route(programHold, (asked) => about(asked, 'hold', (call) => ({ kind: 'hold', call, on: asked.body.on }))),
    route(programPark, (asked) => about(asked, 'park', (call) => ({ kind: 'park', call }))),
    route(programKeys, (asked) => about(asked, 'keys', (call) => ({ kind: 'keys', call, digits: asked.body.digits }))),
    route(programListen, async (asked) => {
      const { agent, supervisor } = asked.body;
      await expectGoingOn(asked);
      await agentAt(asked, supervisor);
      return about(asked, 'listen', (call) => ({ kind: 'supervise', call, mode: 'listen', agent }), supervisor);
    }),
    route(programHangUp, async (asked) => {
      const { params } = asked;
      await expectGoingOn(asked);
      await expectSeen(asked, params.id);
      await noted(asked, 'hang-up', { subjectId: params.id });
      return ask(asked, null, () => ({ kind: 'hang-up', call: callId(params.id), leg: null }));
    }),
  ];

  /** Somebody whom the key's person sees is in it; who sees everybody sees also calls without any of ours. */
  async function expectSeen(asked: Asked, id: string): Promise<void> {
    const { tenantId } = asked.caller;
    const reach = reachOf(asked.caller);
    if (reach.kind === 'all') return;
    const agents = (await calls.goingOn(tenantId)).calls.find((call) => call.id === id)?.agents ?? [];
    const extensions = agents.map(({ extension }) => extension);
    const seen = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('account')
        .where('extension', 'in', ['', ...extensions])
        .where(accountInReach(reach))
        .select('id')
        .executeTakeFirst(),
    );
    if (seen === undefined) throw Problem.notFound();
  }
}

/** Whom a program that is tried out calls. */
const tried = ({ caller }: By) => (caller.isSandbox ? ({ purpose: 'test', toBots: true } as const) : {});

/** Somebody with a phone whom the key's person sees; anybody else is not there. */
async function personAt(trx: Trx, { caller }: By, extension: string): Promise<Agent> {
  const found = await trx
    .selectFrom('account')
    .where('extension', '=', extension)
    .where('active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select('id')
    .executeTakeFirst();
  if (found === undefined) throw Problem.invalid({ agent: 'Không có nhân viên nào dùng máy nhánh này' });
  return { id: found.id, extension };
}

const inPlaceOf = (by: By, { id, extension }: Agent): By => ({
  ...by,
  caller: { ...by.caller, accountId: id, extension },
});

/** A number that the company has, and may show. */
async function expectOwn(db: Pick<Db, 'inTenant'>, { caller }: By, number: string): Promise<void> {
  const found = await db.inTenant(caller.tenantId, (trx) =>
    trx
      .selectFrom('service_number')
      .where('number', '=', canonical(number))
      .where('enabled', '=', true)
      .select([sql<boolean>`${isShown}`.as('shown'), sql<boolean>`${isActive}`.as('active')])
      .executeTakeFirst(),
  );
  if (found === undefined) throw Problem.invalid({ showing: 'Đây không phải đầu số của công ty' });
  if (!found.active) throw Problem.invalid({ showing: 'Đầu số này chưa hoạt động hoặc đã dừng' });
  if (!found.shown) throw Problem.invalid({ showing: 'Đầu số này chưa được xác minh là của công ty' });
}

function canonical(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.canonical : number;
}

const callId = (id: string) => id as CallId; // an address names a call by its id
