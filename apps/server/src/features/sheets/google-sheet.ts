import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { type GuardedFile, getGuarded, TargetRefused } from '../../http/guarded-request.ts';
import { Problem } from '../../kernel/problem.ts';
import type { FetchedFile } from '../../resource/importing/import-source.ts';
import type { ServiceAccount } from './service-account.ts';
import { isBusy, type SheetName, sheetRefused, Try, wholeOf } from './sheet-answers.ts';
import { sheetValues } from './sheet-values.ts';

/** How sheets are fetched; tests are less patient. */
export interface SheetReading {
  /** `https://docs.google.com`, or what stands in for it. */
  readonly base: string;
  /** All of it has to come within this. */
  readonly withinMs?: number;
  /** Before each further try, where the server was busy or did not answer. */
  readonly pausesMs?: readonly number[];
  readonly mostBytes?: number;
}

const usualBase = 'https://docs.google.com';

/**
 * A sheet as Google publishes it: by the number of its page (`gid=0`) as CSV, by the name as a workbook that has the page. Google's third way,
 * which gives a page by its name as CSV, leaves out the cells that are not of their column's kind. Or as a service account reads it
 * that it is shared with. Refuses in words that its owner can act upon.
 */
export async function fetchSheet(
  sheet: SheetName,
  { base, withinMs = 120_000, pausesMs = [2_000, 8_000], mostBytes = 100 * 1024 * 1024 }: SheetReading,
  account?: ServiceAccount,
): Promise<FetchedFile> {
  // Whoever runs the installation has named the stand-in; Google itself is looked at like any address.
  const isGoogle = base === usualBase;
  const allowed = isGoogle ? [] : [new URL(base).host];
  const api = isGoogle
    ? { token: 'https://oauth2.googleapis.com/token', api: 'https://sheets.googleapis.com', allowed }
    : { token: `${base}/token`, api: base, allowed };
  const from = sheetAddressOf(sheet, base);
  for (let tries = 0; ; tries += 1) {
    const pause = pausesMs[tries];
    const signal = AbortSignal.timeout(withinMs);
    try {
      return account === undefined
        ? await published(await getGuarded(from.url, { allowed, signal }), from.page, mostBytes)
        : { content: await sheetValues(account, sheet, { api, signal, mostBytes, now: Date.now() }) };
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (error instanceof TargetRefused) throw sheetRefused(error.message);
      // Whatever broke on the way there is told the same; it may not break the next time.
      if (pause === undefined) {
        throw sheetRefused(
          error instanceof Try
            ? 'Google đang bận, sẽ thử lại ở lần đồng bộ sau'
            : 'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau',
        );
      }
      await sleep(pause);
    }
  }
}

/** Where a page is published, and its name, where what stands there is the whole workbook. */
export interface SheetAddress {
  readonly url: string;
  readonly page?: string;
}

/** `2PACX-` is how the id of a sheet that was published to the web begins. */
export function sheetAddressOf({ sheet_id, sheet_name }: SheetName, base: string): SheetAddress {
  const id = encodeURIComponent(/\/d\/(?:e\/)?([\w-]+)/.exec(sheet_id)?.[1] ?? sheet_id);
  const gid = /^(?:#?gid=)?(\d{1,12})$/.exec(sheet_name)?.[1];
  const at = (path: string, query: Record<string, string>) =>
    `${base}/spreadsheets/d/${path}?${new URLSearchParams(query).toString()}`;
  const isPublished = id.startsWith('2PACX-');
  if (gid !== undefined) {
    return isPublished
      ? { url: at(`e/${id}/pub`, { output: 'csv', single: 'true', gid }) }
      : { url: at(`${id}/export`, { format: 'csv', gid }) };
  }
  const url = isPublished ? at(`e/${id}/pub`, { output: 'xlsx' }) : at(`${id}/export`, { format: 'xlsx' });
  return { url, page: sheet_name };
}

async function published(
  { status, type, body }: GuardedFile,
  page: string | undefined,
  mostBytes: number,
): Promise<FetchedFile> {
  const wanted = page === undefined ? /^text\/(csv|plain)\b/ : /^application\/vnd\.openxmlformats/;
  if (status === 200 && wanted.test(type)) {
    return { content: Readable.from([await wholeOf(body, mostBytes)]), ...(page !== undefined && { page }) };
  }
  body.destroy();
  if (isBusy(status)) throw new Try();
  if (status === 404 || status === 400) throw sheetRefused('Không tìm thấy bảng tính hay trang tính này');
  // Who may not read it is led to the page where one signs in.
  throw sheetRefused(
    'Bảng tính chưa được chia sẻ: hãy cho “Bất kỳ ai có đường liên kết” xem, hoặc dùng tài khoản dịch vụ',
  );
}
