import { readFile } from 'node:fs/promises';
import { addNumberPaper, numberCaseOf, numberPaperFile, removeNumberPaper, stepNumber } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { caseOf, dropPaper, keepPaper, type Stepper, stepTo, takePaper } from '../../domain/number-states.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { paperSealer } from '../../storage/sealed-papers.ts';

const stepperOf = (by: By): Stepper => ({ who: 'company', name: by.caller.name, actor: actorOf(by) });

/** How far the company's numbers have come, as the company sees it and brings them on. */
export function numberCaseRoutes({
  db,
  announce,
  serverKey,
}: {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly serverKey: ServerKey;
}): Route[] {
  const papers = paperSealer(serverKey);

  /** Does something with a number, and has everybody's lists and calls see it. */
  const changing = <T>({ caller: { tenantId } }: By, id: string, work: Parameters<typeof db.inTenant<T>>[1]) =>
    db.inTenant(tenantId, async (trx) => {
      const done = await work(trx);
      await announce(trx, { tenantId, subject: 'numbers', ids: [id] });
      return done;
    });

  return [
    route(numberCaseOf, ({ caller, params }) =>
      db.inTenant(caller.tenantId, (trx) => caseOf(trx, params.id, 'company')),
    ),

    route(addNumberPaper, async (by) => {
      const [upload] = by.files;
      if (upload === undefined) throw Problem.invalid({ file: 'Thông tin không được để trống' });
      const content = await readFile(upload.path);
      const of = {
        tenantId: by.caller.tenantId,
        numberId: by.body.service_number_id,
        upload: { ...upload, name: by.body.name || upload.name },
        content,
      };
      return changing(by, of.numberId, (trx) => keepPaper(trx, papers, of, stepperOf(by)));
    }),

    fileRoute(numberPaperFile, async (by) => {
      const { id: numberId, paper_id: paperId } = by.params;
      const { tenantId } = by.caller;
      const { name, type, content } = await db.inTenant(tenantId, (trx) =>
        takePaper(trx, papers, { tenantId, numberId, paperId }, stepperOf(by)),
      );
      return { content, name, contentType: type, disposition: 'attachment' };
    }),

    route(removeNumberPaper, async (by) => {
      const { id: numberId, paper_id: paperId } = by.params;
      await changing(by, numberId, (trx) => dropPaper(trx, { numberId, paperId }, stepperOf(by)));
      return {};
    }),

    route(stepNumber, (by) =>
      changing(by, by.params.id, async (trx) => {
        const { id } = by.params;
        await stepTo(trx, { id, ...by.body }, stepperOf(by));
        return caseOf(trx, id, 'company');
      }),
    ),
  ];
}
