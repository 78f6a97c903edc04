import type { CustomerFacts, CustomerRow, CustomerTest } from '../board/customer-condition.ts';
import { lookUp } from '../lib/look-up.ts';

/** The first row whose tests all hold of a customer; of one whom nobody knows where there are no facts. */
export function rowThatFits<Row extends Pick<CustomerRow, 'tests'>>(
  rows: readonly Row[],
  facts: CustomerFacts | null,
): Row | undefined {
  return rows.find(({ tests }) => tests.length > 0 && tests.every((test) => holds(test, facts)));
}

function holds(test: CustomerTest, facts: CustomerFacts | null): boolean {
  if (test.kind === 'known') return test.is === (facts !== null);
  if (facts === null) return false;
  switch (test.kind) {
    case 'status':
    case 'project':
    case 'source':
    case 'outcome':
    case 'team':
      return facts[test.kind] === test.is;
    case 'owner':
      return test.is === (facts.owner !== null);
    case 'own':
      return compares(test, lookUp(facts.own, test.field));
    case 'task':
      return test.is === 'none' ? facts.tasks.open === 0 : facts.tasks[test.is] > 0;
    default:
      return test satisfies never;
  }
}

/** Numbers are compared as numbers, days as days, all else as words however they are capitalised; of several choices one has to fit. */
function compares({ how, value }: Extract<CustomerTest, { kind: 'own' }>, own: unknown): boolean {
  if (Array.isArray(own)) return own.some((one: unknown) => compares({ kind: 'own', field: '', how, value }, one));
  if (typeof own === 'number') {
    const wanted = Number(value);
    if (how === 'contains') return String(own).includes(value);
    return how === 'is' ? own === wanted : how === 'more' ? own > wanted : own < wanted;
  }
  if (typeof own !== 'string') return false;
  const [is, wanted] = [folded(own), folded(value)];
  switch (how) {
    case 'is':
      return is === wanted;
    case 'contains':
      return is.includes(wanted);
    case 'more':
    case 'less':
      return isDay(is) && isDay(wanted) && (how === 'more' ? is > wanted : is < wanted);
    default:
      return how satisfies never;
  }
}

const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
