/** What the specimen page's server answers: a border of the console, played by functions. */
const ids = Array.from({ length: 12 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const names = ['Nguyễn Thị Lan', 'Trần Văn Minh', 'Lê Hoàng Phúc', 'Phạm Thu Hà', 'Đỗ Quốc Đạt', 'Vũ Khánh Linh'];
const people = names.map((name, index) => ({ id: ids[index] ?? '', name }));

const row = (index: number) => ({
  id: ids[index],
  version: 1,
  created_at: '2026-11-20T02:00:00Z',
  updated_at: '2026-11-21T03:30:00Z',
  name: `Nhóm mẫu ${index + 1}`,
  note: 'Trực từ 8 giờ',
  seats: 12,
  price: 1_500_000 + index,
  port: 5060,
  active: index % 2 === 0,
  strategy: 'hunt',
  channels: ['phone', 'zalo'],
  birthday: '1990-02-28',
  period: { from: '2026-11-01', to: '2026-11-30' },
  opens: '08:30',
  weekdays: [1, 2, 3, 4, 5],
  colour: '#0f766e',
  phone: '0901234567',
  secret: '',
  file: null,
  lead_id: ids[0],
  watcher_ids: [ids[1], ids[2]],
  customer_id: ids[3],
  destination: { type: 'queue', value: 'q1' },
  members: [
    { account_id: ids[0], penalty: 0 },
    { account_id: ids[1], penalty: 5 },
    { account_id: ids[2], penalty: 10 },
  ],
  headers: [{ key: 'X-Nguon', value: 'alo' }],
  priority: 3,
  member_count: 3,
});

const me = { roles: [{ name: 'super-admin', permissions: [] }], features: [] };

/** Answers like a server; the refusal names a field deep inside a list, as ours does. */
export const answer: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
  const path = url.pathname.replace(/^\/api\/demo/, '');
  const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
  if (path === '/saved-views') return json({ data: [] });
  if (path === '/me') return json(me);
  if (path === '/people') {
    const search = url.searchParams.get('search')?.toLowerCase() ?? '';
    return json({ data: people.filter(({ name }) => name.toLowerCase().includes(search)) });
  }
  if (path.endsWith('/partner/destinations')) {
    const value = url.searchParams.get('value');
    if (url.searchParams.get('type') === 'msg') return json({}, 404);
    const queues = [{ type: 'queue', name: 'Chăm sóc khách hàng', value: 'q1' }];
    const asked = url.searchParams.get('type') === 'queue' ? queues : [];
    return json({ data: asked.filter((each) => value === null || each.value === value) });
  }
  if (path.startsWith('/person/')) return json(people.find(({ id }) => path.endsWith(id)));
  if (path === '/specimens') {
    const data = Array.from({ length: 10 }, (_, index) => row(index));
    return json({ data, total: 10_000, total_capped: true });
  }
  if (path === '/specimens/used-by') return json({ data: [] });
  if (path === '/specimens/delete') return json({ deleted: [ids[0]], refused: [], undo: ids[1] });
  if (init?.method === 'POST' || init?.method === 'PUT') {
    const body = typeof init.body === 'string' ? init.body : '';
    if (!body.includes('"penalty":77')) return json({ ...row(0), name: 'Đã lưu' });
    const fields = { 'members.1.account_id': 'Nhân viên này đã nghỉ việc' };
    return json({ code: 'invalid_input', message: 'Dữ liệu chưa hợp lệ', request_id: 'r-1', fields }, 422);
  }
  return json(row(0));
};
