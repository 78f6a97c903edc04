import { callFlow, type DestinationValue, destinationLabels, type ResultOf, showsCustomer } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { forwardOf, storedValue } from '../../db/forward-value.ts';
import { pathFaults } from '../../domain/path-faults.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Bulkable } from '../../resource/bulk/bulkable.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { factsOf, nameIn, tableOfType, type Way, waysOf } from './parts.ts';

type Flow = ResultOf<typeof callFlow>;
type Node = Flow['nodes'][number];
type Row = Readonly<Record<string, unknown>>;

/** A picture of more than this nobody reads. */
const nodesAtMost = 250;
const rulesAtMost = 40;

/** Where the calls of a number go, by the rows themselves. */
export const callFlowRoute = (db: Db, bulkables: () => readonly Bulkable[]): Route =>
  route(callFlow, (by) => db.inTenant(by.caller.tenantId, (trx) => flowOf(trx, by, bulkables(), by.query.number_id)));

/** Where the calls of a number go, as a transaction has its rows. */
export async function flowOf(trx: Trx, by: By, bulkables: readonly Bulkable[], numberId: string): Promise<Flow> {
  const [number] = await rowsOf(trx, by, bulkables, 'service_number', [numberId]);
  if (number === undefined) throw Problem.notFound();
  const { plan } = await loadTelephonyConfig((_, work) => work(trx), by.caller.tenantId, undefined, []);
  const faults = new Map((await pathFaults(trx, plan)).map(({ key, words }) => [key, [...words]]));
  const { nodes, edges, cut } = await entranceOf(trx, by, bulkables, number);

  const due = edges.map(({ to }) => to);
  const known = new Set(nodes.map(({ key }) => key));
  const flow: Flow = { nodes, edges, cut };
  while (due.length > 0) {
    const wanted = [...new Set(due.splice(0))].filter((key) => !known.has(key));
    for (const [type, keys] of Map.groupBy(wanted, (key) => typeIn(key))) {
      const values = keys.map((key) => key.slice(type.length + 1));
      for (const { node, ways } of await partsOf(trx, by, bulkables, type, values)) {
        if (known.has(node.key)) continue;
        known.add(node.key);
        flow.nodes.push({ ...node, warnings: faults.get(node.id) ?? node.warnings });
        for (const { to, label, field } of ways) {
          flow.edges.push({ from: node.key, to: keyOf(to), label, field });
          due.push(keyOf(to));
        }
      }
    }
    if (flow.nodes.length > nodesAtMost) {
      flow.cut = true;
      break;
    }
  }
  const there = new Set(flow.nodes.map(({ key }) => key));
  return { ...flow, edges: flow.edges.filter(({ to }) => there.has(to)) };
}

const keyOf = (to: DestinationValue): string => `${to.type}/${storedValue(to)}`;
// Keys are made by the line above.
const typeIn = (key: string) => key.slice(0, key.indexOf('/')) as DestinationValue['type'];

/** The number, and its rules one after the other as calls try them. */
async function entranceOf(
  trx: Trx,
  by: By,
  bulkables: readonly Bulkable[],
  number: { id: string; name: string; row: Row },
): Promise<Flow> {
  const found = await trx
    .selectFrom('inbound_rule')
    .where((rule) => rule.or([rule('service_number_id', '=', number.id), rule('service_number_id', 'is', null)]))
    .where('enabled', '=', true)
    .select(['id', 'purpose'])
    .orderBy(sql`purpose = 'fallback'`)
    .orderBy('priority')
    .orderBy('id')
    .limit(rulesAtMost + 1)
    .execute();
  const ids = found.slice(0, rulesAtMost).map(({ id }) => id);
  const rows = new Map((await rowsOf(trx, by, bulkables, 'inbound_rule', ids)).map((one) => [one.id, one]));
  const fallbacks = new Set(found.flatMap(({ id, purpose }) => (purpose === 'fallback' ? id : [])));
  const rules = ids.flatMap((id) => rows.get(id) ?? []).filter(({ id }) => !fallbacks.has(id));
  const nodes: Node[] = [];
  const edges: Flow['edges'] = [];
  const add = ({ id, name, row }: (typeof rules)[number], from: string, label: string, warnings: string[]) => {
    const key = `rule/${id}`;
    nodes.push({ key, type: 'rule', screen: 'inbounds', id, name, facts: factsOf('rule', row), warnings });
    edges.push({ from, to: key, label, field: '' });
    for (const { to, label: words, field } of waysOf('rule', row)) {
      edges.push({ from: key, to: keyOf(to), label: words, field });
    }
    return key;
  };
  const entrance = `number/${number.id}`;
  let [from, label, isOver] = [entrance, '', false];
  for (const rule of rules) {
    from = add(rule, from, label, isOver ? ['Không bao giờ tới: quy tắc trước luôn khớp'] : []);
    [label, isOver] = ['Không khớp', isOver || (!rule.row['caller_pattern'] && rule.row['time_group_id'] === null)];
  }
  for (const id of fallbacks) {
    const rule = rows.get(id);
    if (rule !== undefined) add(rule, entrance, 'Gặp chỗ hỏng', []);
  }
  nodes.unshift({
    key: entrance,
    type: 'number',
    screen: 'numbers',
    id: number.id,
    name: nameIn(number.row),
    facts: [number.name],
    warnings: isOver || fallbacks.size > 0 || found.length > rulesAtMost ? [] : [whoIsTurnedAway(rules.length)],
  });
  return { nodes, edges, cut: found.length > rulesAtMost };
}

const whoIsTurnedAway = (rules: number): string =>
  rules === 0
    ? 'Chưa có quy tắc gọi vào nào: cuộc gọi bị từ chối'
    : 'Có lúc không quy tắc nào khớp: cuộc gọi ấy bị từ chối';

const rowsOf = async (trx: Trx, by: By, bulkables: readonly Bulkable[], table: string, ids: readonly string[]) =>
  (await bulkables.find((one) => one.table === table)?.recorded(trx, by, ids)) ?? [];

interface Part {
  readonly node: Node;
  readonly ways: readonly Way[];
}

/** What calls of a type are led to, by the values that name it. */
async function partsOf(
  trx: Trx,
  by: By,
  bulkables: readonly Bulkable[],
  type: DestinationValue['type'],
  values: readonly string[],
): Promise<Part[]> {
  const plain = (value: string, name: string, warnings: string[] = []): Part => ({
    node: { key: `${type}/${value}`, type, screen: '', id: '', name, facts: [], warnings },
    ways: [],
  });
  if (type === 'fw') {
    return values.map((stored) => {
      const { value, otherwise } = forwardOf(stored);
      const ways = otherwise === null ? [] : [{ to: otherwise, label: 'Không gọi được', field: '' }];
      return { ...plain(stored, value.replace(showsCustomer, '')), ways };
    });
  }
  const table = tableOfType(type);
  if (table === undefined) return values.map((value) => plain(value, destinationLabels[type]));
  const ids =
    type === 'direct' ? await extensionsNumbered(trx, values) : new Map(values.map((value) => [value, value]));
  const screen = bulkables.find((one) => one.table === table)?.subject ?? '';
  const rows = new Map((await rowsOf(trx, by, bulkables, table, [...ids.values()])).map((one) => [one.id, one]));
  return values.map((value) => {
    const found = rows.get(ids.get(value) ?? '');
    if (found === undefined) return plain(value, 'Không còn', ['Dẫn tới một nơi không còn']);
    const { id, name, row } = found;
    return {
      node: { key: `${type}/${value}`, type, screen, id, name, facts: factsOf(type, row), warnings: [] },
      ways: waysOf(type, row),
    };
  });
}

async function extensionsNumbered(trx: Trx, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('extension')
    .where('number', 'in', [...numbers])
    .select(['id', 'number'])
    .execute();
  return new Map(rows.map(({ id, number }) => [number, id]));
}
