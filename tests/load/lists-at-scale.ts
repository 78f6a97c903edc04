/**
 * A list of a million rows of one company among others, over HTTP. Words and numbers that are searched for, each beside the
 * same search as it is written without thinking, `fold(…) like` under row-level security (`ratio`, at the median); pages far
 * behind beside the first one (`ratio`); and ten people at once who ask for 9,999,999 rows a page: what the server's memory
 * grows by, and how long somebody else waits meanwhile. Prints one JSON object.
 *
 *   node tests/load/lists-at-scale.ts [--rows=1000000]
 */
import { parseArgs } from 'node:util';

import {
  at,
  Busy,
  cost,
  fillQuickly,
  loopDelay,
  memoryGrowth,
  type Product,
  patient,
  rounded,
  tell,
  times,
  withProduct,
} from './product.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const ROWS = Number(values.rows);
const text = (list: readonly string[], by: number) =>
  `(array['${list.join("','")}'])[1 + (n / ${by}) % ${list.length}]`;
const surname = text(['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Huỳnh', 'Hoàng', 'Phan', 'Vũ', 'Đặng', 'Bùi', 'Đỗ'], 1);
const given = text(['Hoa', 'Lan', 'Hùng', 'Dũng', 'Quỳnh', 'Trang', 'Linh', 'Phương', 'Thảo', 'Hạnh', 'Sơn'], 11);

const words = [
  'nguyen',
  'Quỳnh',
  'duong hoa',
  'dang phuong 77',
  'n',
  'ph',
  'chi',
  `C${ROWS - 7}`,
  '10499',
  '997',
  'khong co',
];

const result = await withProduct(
  async (sql, tenantId) => {
    const other = 'aaaaaaaa-0000-7000-8000-000000000000';
    await sql(`insert into tenant (id, code, name, sip_domain) values ('${other}', 'other', 'other', 'other')`);
    await fillQuickly(sql, 'branch', {
      at: 'created_at',
      rows: `insert into branch (tenant_id, id, name, code, address, created_at)
        select case when n <= ${ROWS} then '${tenantId}'::uuid else '${other}'::uuid end, gen_random_uuid(),
          'Chi nhánh ' || ${surname} || ' ' || ${given} || ' ' || n, 'C' || n, 'Số ' || n % 997 || ' đường ' || ${given},
          now() - n * interval '0.7 s'
        from generate_series(1, ${Math.round(ROWS * 1.2)}) as n`,
    });
  },
  async (product) => ({
    rows: ROWS,
    search: await searches(product),
    pages: await pages(product),
    wholeList: await wholeList(product),
  }),
);
console.log(JSON.stringify(result, null, 2));

async function searches({ call: ask, asServed, sql, tenantId }: Product) {
  tell('searches');
  const call = patient(ask);
  const all: number[] = [];
  const found = [];
  for (const word of words) {
    const search = () => call('GET', `/branchs?search=${encodeURIComponent(word)}`);
    const { total } = (await search()) as { total: number };
    const { took: ours, databaseCpuMs } = await cost(sql, 10, search);
    all.push(...ours);
    const like = word.split(' ').map((one) => `fold(name || ' ' || code || ' ' || address) like fold('%${one}%')`);
    const naive = await times(1, () =>
      asServed(`select * from branch where ${like.join(' and ')} order by created_at desc, id desc limit 10;
        select count(*) from branch where ${like.join(' and ')}`),
    );
    found.push({
      word,
      total,
      p50Ms: at(ours, 0.5),
      databaseCpuMs,
      naiveMs: at(naive, 0),
      ratio: rounded(at(ours, 0.5) / at(naive, 0)),
    });
  }
  all.sort((a, b) => a - b);
  const { rows } = await sql(
    `set role alo_lookup; explain select id from branch where tenant_id = '${tenantId}' and search_text like '%10499%'`,
  ).then((answers) => [answers].flat().at(-1) ?? { rows: [] });
  await sql('reset role');
  const plan = JSON.stringify(rows).includes('branch_search') ? 'branch_search' : 'no index';
  return [...found, { word: 'all', p50Ms: at(all, 0.5), p95Ms: at(all, 0.95), plan }];
}

async function pages({ call, sql }: Product) {
  tell('pages');
  const lastPage = ROWS / 10;
  const asked = [
    ['', 1],
    ['', Math.round(lastPage / 2)],
    ['', lastPage],
    ['&sort=-name', 1],
    ['&sort=-name', 1_000],
  ] as const;
  const first: Record<string, number> = {};
  const found = [];
  for (const [sort, page] of asked) {
    const ask = () => call('GET', `/branchs?page=${page}${sort}`);
    await ask();
    const { took, databaseCpuMs } = await cost(sql, 20, ask);
    const p50Ms = at(took, 0.5);
    first[sort] ??= p50Ms;
    found.push({
      page,
      sort: sort === '' ? 'newest first' : 'name, backwards',
      p50Ms,
      databaseCpuMs,
      ratio: rounded(p50Ms / (first[sort] ?? 1)),
    });
  }
  return found;
}

/** Somebody else asks for a page again and again, alone and while ten ask for everything. */
async function wholeList({ call, asText, server }: Product) {
  tell('everything at once');
  const page = () => call('GET', '/branchs?page=1');
  await times(50, page);
  const alone = await times(150, page);
  await loopDelay(server);
  const grown = await memoryGrowth(server.pid);
  let [isOver, refused] = [false, 0];
  const patiently = async <T>(work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      refused += 1;
      return undefined;
    }
  };
  const answers: string[] = [];
  const ten = Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let run = 0; run < 30; run += 1) {
        const answer = await patiently(() => asText('GET', '/branchs?per_page=9999999'));
        if (answer !== undefined) answers.push(answer);
      }
    }),
  ).finally(() => {
    isOver = true;
  });
  const meanwhile: number[] = [];
  while (!isOver) meanwhile.push(...(await times(1, () => patiently(page))));
  await ten;
  meanwhile.sort((a, b) => a - b);
  return [
    {
      answered: answers.length,
      toldToWait: refused,
      rowsEach: Math.max(...answers.map((text) => (JSON.parse(text) as { data: readonly unknown[] }).data.length)),
      serverMb: await grown(),
      loopMs: await loopDelay(server),
      othersAloneP99Ms: at(alone, 0.99),
      othersP50Ms: at(meanwhile, 0.5),
      othersP99Ms: at(meanwhile, 0.99),
      others: meanwhile.length,
      ratio: rounded(at(meanwhile, 0.99) / at(alone, 0.99)),
    },
  ];
}
