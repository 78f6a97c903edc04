import type { Trx } from '../../db/database.ts';
import type { Random } from './random.ts';
import { seededId } from './random.ts';

export type DemoCustomer = { readonly id: string; readonly name: string; readonly phone: string };

const families = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Huỳnh',
  'Phan',
  'Vũ',
  'Võ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
  'Dương',
  'Lý',
];
const women = [
  'Thị Hồng',
  'Thị Mai',
  'Ngọc Ánh',
  'Thu Hà',
  'Thanh Thảo',
  'Bích Ngọc',
  'Kim Oanh',
  'Thuỳ Dương',
  'Minh Châu',
  'Khánh Linh',
];
const men = [
  'Văn Hùng',
  'Đức Thịnh',
  'Quốc Bảo',
  'Hữu Phước',
  'Minh Tuấn',
  'Thành Đạt',
  'Anh Khoa',
  'Gia Huy',
  'Trung Kiên',
  'Hoàng Nam',
];
const prefixes = [
  '090',
  '091',
  '093',
  '094',
  '096',
  '097',
  '098',
  '032',
  '033',
  '034',
  '035',
  '037',
  '038',
  '039',
  '070',
  '076',
  '077',
  '079',
  '081',
  '083',
  '085',
  '056',
  '058',
];
const streets = [
  'Lê Lợi',
  'Hai Bà Trưng',
  'Trần Hưng Đạo',
  'Nguyễn Trãi',
  'Điện Biên Phủ',
  'Cách Mạng Tháng Tám',
  'Lý Thường Kiệt',
  'Phan Chu Trinh',
];
const places = [
  'Quận 1, TP. Hồ Chí Minh',
  'Bình Thạnh, TP. Hồ Chí Minh',
  'Cầu Giấy, Hà Nội',
  'Hải Châu, Đà Nẵng',
  'Ninh Kiều, Cần Thơ',
  'Ngô Quyền, Hải Phòng',
];
const notes = [
  '',
  '',
  'Quan tâm gói năm',
  'Hỏi về bảo hành',
  'Thích gọi vào buổi chiều',
  'Khách giới thiệu',
  'Cần xuất hoá đơn công ty',
];

/** What was kept of conversations. */
const kept = [
  { outcome: 'interested', note: 'Muốn xem bảng giá, gửi qua Zalo' },
  { outcome: 'call-again', note: 'Đang bận, hẹn gọi lại' },
  { outcome: 'agreed', note: 'Đồng ý gói năm, chờ ký' },
  { outcome: 'no-disposition', note: '' },
  { outcome: 'other', note: 'Hỏi về bảo hành' },
] as const;

const count = 120;
const known = 40;
const promised = 24;
/** Days between which customers came. */
const longAgo = { known: [22, 45], fresh: [0, 9], other: [46, 300] } as const;

/** Customers with their numbers, statuses, sources and projects, most of them looked after by one of the people. */
export async function seedCustomers(
  trx: Trx,
  { random, now, owners }: { readonly random: Random; readonly now: number; readonly owners: readonly string[] },
): Promise<readonly DemoCustomer[]> {
  const taken = new Set<string>();
  const [statuses, sources, projects] = await Promise.all([
    idsOf(trx, 'profile_status'),
    idsOf(trx, 'data_source'),
    idsOf(trx, 'project'),
  ]);
  const customers = Array.from({ length: count }, (_, index) => {
    // The first forty are those whom three weeks of calls are with; a few came in the last days.
    const [from, to] = index < known ? longAgo.known : index < known + 6 ? longAgo.fresh : longAgo.other;
    const days = random.between(from, to);
    const createdAt = now - days * 86_400_000 - random.between(3_600_000, 36_000_000);
    const name = `${random.pick(families)} ${random.pick(random.chance(0.5) ? women : men)}`;
    const note = random.pick(notes);
    return {
      id: seededId(random, createdAt),
      name,
      numbers: [newPhone(random, taken), ...(random.chance(0.15) ? [newPhone(random, taken)] : [])],
      row: {
        code: `KH${String(index + 1).padStart(4, '0')}`,
        email: random.chance(0.6) ? `${asciiName(name)}${index + 1}@example.com` : '',
        address: `${random.between(1, 300)} ${random.pick(streets)}, ${random.pick(places)}`,
        status: random.pick(statuses),
        data_source_id: random.chance(0.8) ? random.pick(sources) : null,
        project_id: random.chance(0.4) ? random.pick(projects) : null,
        zalo: random.chance(0.3) ? asciiName(name) : '',
        note,
        user_id: random.chance(0.9) ? random.pick(owners) : null,
        do_not_call: random.chance(0.05),
        created_at: new Date(createdAt),
        updated_at: new Date(createdAt),
      },
    };
  });
  await trx
    .insertInto('customer')
    .values(customers.map(({ id, name, numbers, row }) => ({ id, name, numbers, ...row })))
    .execute();
  await trx
    .insertInto('disposition')
    .values(
      customers.slice(0, promised).map(({ id, row: { user_id: by } }) => ({
        id: seededId(random, now),
        customer_id: id,
        ...random.pick(kept),
        created_by: by,
        next_call_at: random.chance(0.5) ? new Date(now + random.between(-1, 5) * 86_400_000) : null,
        created_at: new Date(now - random.between(2, 19) * 86_400_000),
      })),
    )
    .execute();
  return customers.slice(0, known).map(({ id, name, numbers: [phone = ''] }) => ({ id, name, phone }));
}

const idsOf = async (trx: Trx, table: 'profile_status' | 'data_source' | 'project') =>
  (await trx.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

/** A mobile number in E.164 that nobody was given yet. */
export function newPhone(random: Random, taken: Set<string>): string {
  for (;;) {
    const phone = `+84${random.pick(prefixes).slice(1)}${String(random.between(0, 9_999_999)).padStart(7, '0')}`;
    if (taken.has(phone)) continue;
    taken.add(phone);
    return phone;
  }
}

function asciiName(name: string): string {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
  return folded.toLowerCase().replaceAll(' ', '.');
}
