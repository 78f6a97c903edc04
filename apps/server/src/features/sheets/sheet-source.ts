import { sql } from 'kysely';

import { Problem } from '../../kernel/problem.ts';
import type { ImportSource } from '../../resource/importing/import-source.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { fetchSheet, type SheetReading } from './google-sheet.ts';
import { serviceAccountIn } from './service-account.ts';
import { keepSync, sheetIn, sheetKeyOf, syncOf } from './sheet-syncs.ts';

/** Google Sheets as a source of imports: the rows belong to whoever the data source names, and come from it. */
export const sheetSource = (reading: SheetReading, sealer: Sealer): ImportSource => ({
  async fetch(inTenant, id) {
    const { sheet, key } = await inTenant(async (trx) => ({
      sheet: await sheetIn(trx, id),
      key: await sheetKeyOf(trx, id),
    }));
    if (sheet === undefined) throw Problem.invalid({ file: 'Nguồn này không còn là một Google Sheet' });
    if (key === undefined) return fetchSheet(sheet, reading);
    const account = serviceAccountIn(sealer.open(id, key.sealed) ?? '');
    if (account === undefined) throw Problem.invalid({ file: 'Khoá của tài khoản dịch vụ không mở được: hãy lưu lại' });
    return fetchSheet(sheet, reading, account);
  },

  async order(trx, id) {
    const sync = await syncOf(trx, id);
    return sync?.headings === undefined ? undefined : { headings: sync.headings, existing: sync.existing };
  },

  async given(trx, id) {
    const sheet = await sheetIn(trx, id);
    return sheet === undefined ? {} : { data_source_id: id, user_id: sheet.user_id };
  },

  async taken(trx, { caller }, id, { headings, existing }, { counts }) {
    await keepSync(trx, id, {
      headings: JSON.stringify(headings),
      existing,
      account_id: caller.accountId,
      last_at: sql<Date>`now()`,
      last_counts: JSON.stringify(counts),
      last_error: '',
    });
  },

  async failed(trx, id, why) {
    await keepSync(trx, id, { last_at: sql<Date>`now()`, last_counts: null, last_error: why });
  },
});
