import type pg from 'pg';

/** A column as PostgreSQL's catalogue knows it. */
interface Column {
  readonly table: string;
  readonly kind: 'r' | 'p' | 'v';
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | null;
  readonly computed: boolean;
  /** The rules that concern this column alone. */
  readonly checks: readonly string[];
}

const head = `/**
 * Everything that the tables hold, as Kysely reads it. Printed from the migrated database and compared with it by
 * tables.test.ts: after a new migration, \`npx vitest run apps/server/src/db/tables.test.ts -u\` writes it anew.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Filled by the database from the tenant that the transaction runs in; never written. */
type OwnTenant = ColumnType<string, undefined, never>;
/** Written once. */
type Key<T> = ColumnType<T, T, never>;
/** Of a view. */
type Shown<T> = ColumnType<T, never, never>;
/** Read as what it is, written as its text. */
type Json<T, Text = string> = ColumnType<T, Text, Exclude<Text, undefined>>;
`;

/** The types of every table and view of the product, as TypeScript. */
export async function printTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsOfAll);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.name}: ${typeOf(column)};\n`);
    return `  ${table}: {\n${lines.join('')}  };\n`;
  });
  return `${head}\nexport interface Database {\n${bodies.join('')}}\n`;
}

const columnsOfAll = `
  select c.relname as "table", c.relkind as kind, a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as "default", a.attgenerated <> '' as computed,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and c.relname <> 'migration'
  order by c.relname, a.attnum`;

function typeOf(column: Column): string {
  const plain = choicesOf(column) ?? plainTypeOf(column);
  if (column.kind === 'v') return `Shown<${plain}>`;
  const value = column.required ? plain : `${plain} | null`;
  if (column.computed) return `GeneratedAlways<${value}>`;
  if (column.default?.includes('current_tenant()') === true) return 'OwnTenant';
  if (column.type === 'jsonb') return jsonOf(column, plain);
  if (column.name === 'id') return `Key<${value}>`;
  return column.default === null ? value : `Generated<${value}>`;
}

function jsonOf({ required, default: byDefault }: Column, plain: string): string {
  if (!required) return `Json<${plain}, string | null>`;
  return byDefault === null ? `Json<${plain}>` : `Json<${plain}, string | undefined>`;
}

function plainTypeOf({ table, name, type, default: byDefault }: Column): string {
  if (type.endsWith('[]')) return `${plainTypeOf({ type: type.slice(0, -2) } as Column)}[]`;
  switch (type) {
    case 'uuid':
    case 'text':
    case 'date':
    case 'xid8':
    case 'tsvector':
      return 'string';
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'real':
    case 'double precision':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'timestamp with time zone':
      return 'Date';
    case 'bytea':
      return 'Buffer';
    case 'jsonb':
      return byDefault?.startsWith("'{}'") === true ? 'Record<string, unknown>' : 'unknown';
    default:
      throw new Error(`${table}.${name} is of the type ${type}, which has no type here.`);
  }
}

/** A column that may hold a few values only is of their type. */
function choicesOf({ checks }: Column): string | undefined {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(check)?.[1];
    if (list !== undefined)
      return list
        .split(', ')
        .map((one) => one.replace(/::\w+$/, ''))
        .join(' | ');
  }
  return undefined;
}
