import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DemoCustomer } from './customers.ts';

const hourMs = 3_600_000;
const dozen = 12;

const script = `Chào anh/chị, em gọi từ Công ty Demo.
1. Hỏi thăm: sản phẩm anh/chị mua trong năm dùng có ổn không?
2. Nếu có vướng mắc: ghi lại, hẹn kỹ thuật gọi trong ngày.
3. Nếu hài lòng: giới thiệu gói bảo hành thêm một năm.
Cảm ơn và chúc anh/chị một ngày tốt lành.`;

/** How far it has come with the first of its customers; the others wait to be called. */
const begun = [
  { state: 'done', outcome: 'interested' },
  { state: 'done', outcome: 'agreed' },
  { state: 'declined', outcome: 'declined' },
  { state: 'missed', outcome: 'no-disposition' },
] as const;

/** A campaign that runs, with a dozen customers: it calls at any hour, so that it can be tried whenever somebody comes by. */
export async function seedCampaign(
  trx: Trx,
  { customers, callers, now }: { customers: readonly DemoCustomer[]; callers: readonly string[]; now: number },
): Promise<void> {
  const id = newId();
  await trx
    .insertInto('campaign')
    .values({
      id,
      name: 'Hỏi thăm khách cũ',
      code: 'HOITHAM',
      kind: 'care',
      status: 'running',
      calls_from: '00:00',
      calls_to: '23:59',
      script,
      note: 'Mỗi khách gọi nhiều nhất ba lần',
    })
    .execute();
  const at = new Date(now - 26 * hourMs);
  const [by] = callers;
  const called = customers.slice(0, dozen).map((customer, place) => ({ customer, its: begun[place] }));
  await trx
    .insertInto('campaign_contact')
    .values(
      called.map(({ customer, its }) => ({
        id: newId(),
        campaign_id: id,
        customer_id: customer.id,
        ...(its !== undefined && { state: its.state, attempts: 1, last_at: at, last_by: by ?? null }),
      })),
    )
    .execute();
  const said = called.flatMap(({ customer, its }) =>
    its === undefined ? [] : [{ id: newId(), customer_id: customer.id, campaign_id: id, outcome: its.outcome }],
  );
  await trx
    .insertInto('disposition')
    .values(said.map((one) => ({ ...one, created_at: at, created_by: by ?? null })))
    .execute();
  await trx
    .insertInto('campaign_attempt')
    .values(
      said.map(({ id: dispositionId, ...one }) => ({
        ...one,
        id: newId(),
        disposition_id: dispositionId,
        nth: 1,
        at,
        account_id: by ?? null,
      })),
    )
    .execute();
}
