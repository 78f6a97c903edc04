import type { DataAnswer, DataQuery } from '@alo/call-core';
import { codeAnswered, codeAsked, renewCodeSecret } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { nobody } from '../../db/over-share-told.ts';
import { tellInside } from '../../db/refused-told.ts';
import { postGuarded, TargetRefused } from '../../http/guarded-request.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { newSigningSecret, signatureOf } from '../../kernel/signature.ts';
import { type Sealer, sealer } from '../../storage/sealed.ts';

type Asked = Extract<DataQuery, { kind: 'code' }>;
type Said = Extract<DataAnswer, { kind: 'code' }>;

/** Asks the company's own system about a code. */
export type SystemAsker = (tenantId: string, asked: Asked) => Promise<Said>;

/** Call control waits a little longer. */
const answersWithinMs = 3_000;

export const codeSecretSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo code secret');

/** Where a secret belongs: sealed for one step it opens for no other. */
export const codeSecretPlaceOf = (tenantId: string, questionId: string): string => `${tenantId}/${questionId}`;

interface Deps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly sealer: Sealer;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now?: () => number;
  readonly withinMs?: number;
}

/** Asks by an address that somebody typed: guarded and signed as webhooks are, within a time and a size, and answered by a schema. */
export function systemAsker({
  db,
  sealer: seals,
  allowed,
  now = Date.now,
  withinMs = answersWithinMs,
}: Deps): SystemAsker {
  return async (tenantId, { question, call, digits, dialled }) => {
    const says = (answer: Said['says']): Said => ({ kind: 'code', question, says: answer });
    const nothing = (because: string) => says({ is: 'nothing', because });
    const step = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('code_question')
        .leftJoin('code_secret', 'code_secret.code_question_id', 'code_question.id')
        .where('code_question.id', '=', question)
        .select(['code_question.name', 'code_question.url', 'code_secret.sealed_secret'])
        .executeTakeFirst(),
    );
    if (step === undefined) return nothing('bước này không còn');
    const secret = step.sealed_secret && seals.open(codeSecretPlaceOf(tenantId, question), step.sealed_secret);
    if (secret === null || secret === undefined) return nothing('chưa tạo khoá ký cho bước này');
    const body = JSON.stringify(codeAsked.parse({ question, call, name: step.name, digits, dialled }));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Alo-Code/1',
      'alo-signature': signatureOf(secret, now(), body),
    };
    try {
      const answer = await postGuarded(step.url, { headers, body, allowed, signal: AbortSignal.timeout(withinMs) });
      if (answer.status !== 200) return nothing(`hệ thống của công ty trả lời ${answer.status}`);
      const read = codeAnswered.safeParse(jsonIn(answer.beginning));
      if (!read.success) return nothing('không hiểu câu trả lời của hệ thống');
      return says('go' in read.data ? { is: 'go', to: read.data.go } : { is: 'again' });
    } catch (error) {
      // Whatever their server and the way to it do is theirs, and told in the trace that they read.
      if (!(error instanceof TargetRefused)) return nothing('không gọi được hệ thống của công ty');
      const { message } = error;
      const refused = { subject: 'code_question', subjectId: question, after: { message } };
      await db.inTenant(tenantId, (trx) => tellInside(trx, nobody, refused));
      return nothing(message);
    }
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The secret of a step, shown once. */
export const codeSecretRoutes = (db: Db, serverKey: ServerKey): Route[] => [
  route(renewCodeSecret, async (request) => {
    const { caller, params } = request;
    const secret = newSigningSecret();
    await db.inTenant(caller.tenantId, async (trx) => {
      const step = await trx.selectFrom('code_question').where('id', '=', params.id).select('id').executeTakeFirst();
      if (step === undefined) throw Problem.notFound();
      const sealed = codeSecretSealer(serverKey).seal(codeSecretPlaceOf(caller.tenantId, params.id), secret);
      await trx
        .insertInto('code_secret')
        .values({ id: newId(), code_question_id: params.id, sealed_secret: sealed })
        .onConflict((row) => row.columns(['tenant_id', 'code_question_id']).doUpdateSet({ sealed_secret: sealed }))
        .execute();
      await audit(trx, actorOf(request), { action: 'renew-secret', subject: 'code_question', subjectId: params.id });
    });
    return { secret };
  }),
];
