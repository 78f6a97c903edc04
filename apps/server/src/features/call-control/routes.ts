import type { CallId, RequestedAction } from '@alo/call-core';
import {
  backToCall,
  bargeIntoCall,
  completeTransfer,
  consultCall,
  endSupervisedCall,
  fetchParked,
  hangUpCall,
  holdCall,
  inviteToCall,
  joinQueue,
  leaveQueue,
  listenToCall,
  mergeCall,
  originateCall,
  parkCall,
  pauseInQueue,
  pauseRecording,
  pickUpCall,
  pickUpGroupCall,
  readyAgain,
  removeFromCall,
  sendKeys,
  stopSupervising,
  surveyInCall,
  swapCall,
  takeOverCall,
  transferCall,
  whisperInCall,
  wrapUpLonger,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { openDialled } from '../../storage/sealed-number.ts';

export interface CallControlDeps {
  readonly db: Db;
  readonly calls: Pick<CallsNow, 'request' | 'trace'>;
  readonly serverKey: ServerKey;
}

type Of = { readonly params: { readonly id: string } };
type Asking = By & { readonly body: { readonly request_id?: string | undefined } };

/** One endpoint for each thing that can be asked of the calls that are going on. */
export function callControlRoutes({ db, calls, serverKey }: CallControlDeps): Route[] {
  async function expectGoingOn({ caller, params }: Asking & Of): Promise<void> {
    if ((await calls.trace(caller.tenantId, params.id)) === undefined) throw Problem.notFound();
  }

  /** Asks about a conversation that is going on; any other is not there, whosever it is. */
  async function askOf(asked: Asking & Of, what: (by: string, id: string) => RequestedAction) {
    await expectGoingOn(asked);
    return ask(asked, what);
  }

  /** Asks as the caller's own extension. */
  async function ask(asked: Asking, what: (by: string, id: string) => RequestedAction) {
    const { extension } = asked.caller;
    if (extension === null) throw Problem.invalid({ extension: 'Tài khoản của bạn chưa có máy nhánh' });
    const { caller, body } = asked;
    const { tenantId, accountId } = caller;
    // An id is one person's: what somebody else asked under it is another request.
    const id = body.request_id ?? newId();
    const reply = await calls.request(tenantId, { id: `${accountId}/${id}`, by: extension, what: what(extension, id) });
    if (reply.ok) return { call_id: reply.call, slot: reply.slot ?? null };
    if (reply.refused === 'no-call') throw Problem.notFound();
    if (reply.refused === 'forbidden') throw Problem.refused('forbidden');
    throw Problem.callRefused(reply.words);
  }

  /** The trail has it before anybody is heard; what is refused after that was still tried. */
  async function supervise(
    asked: Asking & Of & { readonly body: { readonly agent: string } },
    mode: 'listen' | 'whisper' | 'barge' | 'take-over' | 'hang-up',
  ) {
    const { agent } = asked.body;
    await expectGoingOn(asked);
    const entry = { action: `supervise-${mode}`, subject: 'call', subjectId: asked.params.id, after: { agent } };
    await db.inTenant(asked.caller.tenantId, async (trx) => {
      // Of those whose calls they do not see they hear nothing either.
      if (!(await isInReach(trx, asked.caller, agent))) throw Problem.notFound();
      await audit(trx, actorOf(asked), entry);
    });
    return ask(asked, () => ({ kind: 'supervise', ...of(asked), mode, agent }));
  }

  return [
    route(originateCall, (asked) =>
      ask(asked, (extension, id) => {
        const { to, phone } = asked.body;
        const { number: dialled, ...purpose } = openDialled(serverKey, asked.caller.tenantId, to) ?? { number: to };
        const what = { kind: 'call', call: callId(id), extension, dialled, ...purpose } as const;
        return phone === undefined ? what : { ...what, phone };
      }),
    ),
    route(transferCall, (asked) =>
      askOf(asked, () => ({ kind: 'transfer', ...of(asked), to: asked.body.to, word: asked.body.word })),
    ),
    route(surveyInCall, (asked) =>
      askOf(asked, () => ({ kind: 'survey', ...of(asked), survey: asked.body.survey_id })),
    ),
    route(consultCall, (asked) => askOf(asked, () => ({ kind: 'consult', ...of(asked), to: asked.body.to }))),
    route(swapCall, (asked) => askOf(asked, () => ({ kind: 'swap', ...of(asked) }))),
    route(completeTransfer, (asked) => askOf(asked, () => ({ kind: 'complete', ...of(asked) }))),
    route(mergeCall, (asked) => askOf(asked, () => ({ kind: 'merge', ...of(asked) }))),
    route(backToCall, (asked) => askOf(asked, () => ({ kind: 'back', ...of(asked) }))),
    route(inviteToCall, (asked) => askOf(asked, () => ({ kind: 'invite', ...of(asked), to: asked.body.to }))),
    route(removeFromCall, (asked) =>
      askOf(asked, () => ({ kind: 'remove', ...of(asked), leg: legId(asked.body.leg_id) })),
    ),
    route(holdCall, (asked) => askOf(asked, () => ({ kind: 'hold', ...of(asked), on: asked.body.on }))),
    route(parkCall, (asked) => askOf(asked, () => ({ kind: 'park', ...of(asked) }))),
    route(pickUpCall, (asked) => askOf(asked, () => ({ kind: 'pick-up', ...of(asked) }))),
    route(pickUpGroupCall, (asked) => ask(asked, () => ({ kind: 'pick-up', call: null }))),
    route(fetchParked, (asked) => ask(asked, () => ({ kind: 'unpark', slot: asked.params.slot }))),
    route(pauseRecording, (asked) =>
      askOf(asked, () => ({ kind: 'pause-recording', ...of(asked), on: asked.body.on })),
    ),
    route(sendKeys, (asked) => askOf(asked, () => ({ kind: 'keys', ...of(asked), digits: asked.body.digits }))),
    route(hangUpCall, (asked) => {
      const { leg_id: leg } = asked.body;
      return askOf(asked, () => ({ kind: 'hang-up', ...of(asked), leg: leg === null ? null : legId(leg) }));
    }),
    route(listenToCall, (asked) => supervise(asked, 'listen')),
    route(whisperInCall, (asked) => supervise(asked, 'whisper')),
    route(bargeIntoCall, (asked) => supervise(asked, 'barge')),
    route(takeOverCall, (asked) => supervise(asked, 'take-over')),
    route(endSupervisedCall, (asked) => supervise(asked, 'hang-up')),
    route(stopSupervising, (asked) => {
      return askOf(asked, () => ({ kind: 'supervise', ...of(asked), mode: 'leave', agent: asked.body.agent }));
    }),
    route(joinQueue, (asked) =>
      ask(asked, (extension) => ({ kind: 'queue-join', extension, queue: asked.body.queue })),
    ),
    route(leaveQueue, (asked) =>
      ask(asked, (extension) => ({ kind: 'queue-leave', extension, queue: asked.body.queue })),
    ),
    route(pauseInQueue, (asked) => {
      const { queue, on, reason } = asked.body;
      return ask(asked, (extension) => ({ kind: 'queue-pause', extension, queue, on, reason }));
    }),
    route(readyAgain, (asked) => ask(asked, (extension) => ({ kind: 'ready', extension }))),
    route(wrapUpLonger, (asked) =>
      ask(asked, (extension) => ({ kind: 'wrap-up-longer', extension, seconds: asked.body.seconds })),
    ),
  ];
}

async function isInReach(trx: Trx, caller: Caller, extension: string): Promise<boolean> {
  const reach = reachOf(caller);
  if (reach.kind === 'all') return true;
  const people = trx.selectFrom('account').where('extension', '=', extension).where(accountInReach(reach));
  return (await people.select('id').executeTakeFirst()) !== undefined;
}

const of = ({ params }: Of) => ({ call: callId(params.id) });

/** An address names a call by its id. */
const callId = (id: string) => id as CallId;
const legId = (id: string) => id as Extract<RequestedAction, { kind: 'remove' }>['leg'];
