import { Readable } from 'node:stream';
import { z } from 'zod';

import { type GuardedFile, getGuarded, postGuarded } from '../../http/guarded-request.ts';
import { assertionOf, type ServiceAccount } from './service-account.ts';
import { csvOf, isBusy, type SheetName, sheetRefused, Try, wholeOf } from './sheet-answers.ts';

/** Where Google's own programs answer; a stand-in answers all of it at one address. */
export interface ValuesApi {
  readonly token: string;
  readonly api: string;
  readonly allowed: readonly string[];
}

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const token = z.object({ access_token: z.string().min(1) });
const properties = z.object({
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.int(), title: z.string() }) })),
});
const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();
const range = z.object({ values: z.array(z.array(cell)).default([]) });

/** A page of a spreadsheet that is shared with a service account, as CSV: every cell as it is shown. */
export async function sheetValues(
  account: ServiceAccount,
  { sheet_id, sheet_name }: SheetName,
  { api, signal, mostBytes, now }: { api: ValuesApi; signal: AbortSignal; mostBytes: number; now: number },
): Promise<Readable> {
  const bearer = await accessToken(account, { api, signal, now });
  const id = encodeURIComponent(/\/d\/([\w-]+)/.exec(sheet_id)?.[1] ?? sheet_id);
  const read = async (path: string): Promise<unknown> => {
    const found = await getGuarded(`${api.api}/v4/spreadsheets/${id}${path}`, {
      allowed: api.allowed,
      signal,
      headers: { accept: 'application/json', authorization: `Bearer ${bearer}` },
    });
    return answerIn(found, account, mostBytes);
  };
  const page = await titleOf(sheet_name, read);
  // A name is quoted, so that `A1` is the page of that name and no cell.
  const wanted = encodeURIComponent(`'${page.replaceAll("'", "''")}'`);
  const { values } = range.parse(await read(`/values/${wanted}?majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE`));
  return Readable.from(csvOf(values));
}

/** A page that is named by its number has a name, too. */
async function titleOf(name: string, read: (path: string) => Promise<unknown>): Promise<string> {
  const gid = /^(?:#?gid=)?(\d{1,12})$/.exec(name)?.[1];
  if (gid === undefined) return name;
  const { sheets } = properties.parse(await read('?fields=sheets.properties(sheetId,title)'));
  const found = sheets.find((sheet) => sheet.properties.sheetId === Number(gid));
  if (found === undefined) throw sheetRefused('Không tìm thấy bảng tính hay trang tính này');
  return found.properties.title;
}

async function accessToken(
  account: ServiceAccount,
  { api: { token: url, allowed }, signal, now }: { api: ValuesApi; signal: AbortSignal; now: number },
): Promise<string> {
  const body = new URLSearchParams({ grant_type: grant, assertion: assertionOf(account, url, now) }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const { status, beginning } = await postGuarded(url, { headers, body, allowed, signal });
  if (isBusy(status)) throw new Try();
  // A key that was taken back, an account that is gone, a clock that is wrong.
  if (status !== 200) throw sheetRefused('Google không nhận khoá của tài khoản dịch vụ: hãy tạo khoá mới và lưu lại');
  return token.parse(JSON.parse(beginning)).access_token;
}

async function answerIn({ status, body }: GuardedFile, account: ServiceAccount, mostBytes: number): Promise<unknown> {
  if (status === 200) return JSON.parse((await wholeOf(body, mostBytes)).toString('utf8'));
  const why = (await wholeOf(body, 64 * 1024)).toString('utf8');
  if (isBusy(status) || status === 401) throw new Try();
  if (status === 403 && /SERVICE_DISABLED|has not been used/.test(why)) {
    throw sheetRefused('Dự án của tài khoản dịch vụ chưa bật Google Sheets API');
  }
  if (status === 403) throw sheetRefused(`Bảng tính chưa được chia sẻ cho ${account.client_email}`);
  throw sheetRefused('Không tìm thấy bảng tính hay trang tính này');
}
