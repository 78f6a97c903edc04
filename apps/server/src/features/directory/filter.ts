import { ScimRefusal } from './scim.ts';

/** One comparison: the attribute in small letters, without the schema before it. */
export interface AttributeComparison {
  readonly attribute: string;
  readonly value: string | boolean;
}

const comparison =
  /\s*([\w:$.-]{1,200}?)(?:\[[^\]"]{0,100}(?:"[^"\]]{0,100}"[^\]"]{0,20})?\](\.\w{1,40})?)?\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/iy;
const conjunction = /and\s+/iy;
const most = 10;

/** Reads `attribute eq value`, joined by `and` (RFC 7644 §3.4.2.2): what directories ask. Anything else is refused as one we do not do. */
export function readFilter(text: string): AttributeComparison[] {
  const found: AttributeComparison[] = [];
  for (let at = 0; ; ) {
    comparison.lastIndex = at;
    const [whole = '', name = '', sub = '', value = ''] = comparison.exec(text) ?? [];
    if (whole === '') throw unreadable(text);
    found.push({ attribute: `${unqualified(name)}${sub.toLowerCase()}`, value: valueOf(value) });
    at += whole.length;
    if (at === text.length) return found;
    conjunction.lastIndex = at;
    const [joint = ''] = conjunction.exec(text) ?? [];
    if (joint === '' || found.length === most) throw unreadable(text);
    at += joint.length;
  }
}

/** `members[value eq "…"]` of a path: the value. */
export const memberIn = (path: string): string | undefined =>
  /^members\[\s*value\s+eq\s+"([^"]{1,100})"\s*\]$/i.exec(path.trim())?.[1];

/** An attribute without the schema that it is written with. */
export const unqualified = (name: string): string =>
  name.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '');

function valueOf(written: string): string | boolean {
  if (!written.startsWith('"')) return written.toLowerCase() === 'true';
  try {
    return String(JSON.parse(written));
  } catch {
    throw unreadable(written);
  }
}

const unreadable = (text: string) =>
  new ScimRefusal(
    400,
    `Only "attribute eq value", joined by "and", is understood: ${text.slice(0, 100)}`,
    'invalidFilter',
  );
