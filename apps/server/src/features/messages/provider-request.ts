import { filledIn, providerFields } from '@alo/contract';

/** How a provider of messages is asked and understood, as a company has described it. */
export interface ProviderWords {
  readonly sender: string;
  readonly url: string;
  readonly format: 'json' | 'form';
  readonly headers: string;
  readonly body: string;
  readonly taken_at: string;
  readonly taken_is: string;
  readonly id_at: string;
  readonly cost_at: string;
  readonly report_id_at: string;
  readonly report_state_at: string;
  readonly report_delivered: string;
  readonly report_failed: string;
}

/** What is carried; the names in braces of a provider's body stand for it. */
export interface OutgoingMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly title: string;
  /** The fields of the template with their values, for providers that fill templates in themselves. */
  readonly fields: Readonly<Record<string, string>>;
}

const known: readonly string[] = providerFields;

/** What a provider is posted. Asked twice for one message, it sees the same id. */
export function requestFor(
  provider: ProviderWords,
  secret: string,
  { id, to, text, title, fields }: OutgoingMessage,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const values: Readonly<Record<string, string>> = {
    id,
    text,
    title,
    secret,
    sender: provider.sender,
    // As providers here want it: digits alone, with the country before them.
    to: to.replace(/^\+/, ''),
    fields: JSON.stringify(fields),
  };
  const valueOf = (name: string) => (known.includes(name) ? (values[name] ?? '') : `{${name}}`);
  const headers = Object.fromEntries(
    provider.headers
      .split('\n')
      .map((line) => /^\s*([A-Za-z0-9-]+): ?(.*?)\s*$/.exec(line))
      .flatMap((line) =>
        line === null ? [] : [[line[1]?.toLowerCase() ?? '', inLine(filledIn(line[2] ?? '', valueOf))]],
      ),
  );
  const isJson = provider.format === 'json';
  return {
    headers: {
      'user-agent': 'Alo-Message/1',
      'idempotency-key': id,
      ...headers,
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: isJson
      ? JSON.stringify(filledTree(JSON.parse(provider.body), valueOf, fields))
      : formOf(provider.body, valueOf),
  };
}

/** Of what a header may hold. */
const inLine = (value: string) => value.replace(/[\r\n]+/g, ' ').replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** Fills texts in wherever they stand; whatever a customer is called, it stays within its text. `"{fields}"` becomes the object. */
function filledTree(
  part: unknown,
  valueOf: (name: string) => string,
  fields: Readonly<Record<string, string>>,
): unknown {
  if (part === '{fields}') return fields;
  if (typeof part === 'string') return filledIn(part, valueOf);
  if (Array.isArray(part)) return part.map((one) => filledTree(one, valueOf, fields));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, filledTree(one, valueOf, fields)]));
}

/** `to={to}&text={text}`, or one a line. */
function formOf(body: string, valueOf: (name: string) => string): string {
  const pairs = body.split(/[\n&]/).flatMap((pair): [string, string][] => {
    const [name = '', ...rest] = pair.trim().split('=');
    return name === '' ? [] : [[name, filledIn(rest.join('='), valueOf)]];
  });
  return new URLSearchParams(pairs).toString();
}

/** What came of asking. */
export interface ProviderSaid {
  readonly taken: boolean;
  /** What the provider calls the message, '' where it does not say. */
  readonly ref: string;
  readonly cost: number | null;
  /** The beginning of the answer, for whoever looks into it. */
  readonly words: string;
}

const shownAtMost = 500;

export function saidBy(provider: ProviderWords, status: number, answer: string, secret: string): ProviderSaid {
  const read = jsonIn(answer);
  const isFine = status >= 200 && status < 300;
  const taken =
    isFine &&
    (provider.taken_at === '' || oneOf(provider.taken_is).includes(textAt(read, provider.taken_at).toLowerCase()));
  const cost = Number(textAt(read, provider.cost_at));
  // A provider that says our key back is not quoted.
  const words = `HTTP ${status} · ${secret === '' ? answer : answer.replaceAll(secret, '…')}`;
  return {
    taken,
    ref: textAt(read, provider.id_at).slice(0, 200),
    cost:
      provider.cost_at !== '' && Number.isFinite(cost) && cost >= 0 ? Math.min(Math.round(cost), 2_000_000_000) : null,
    words: words.replaceAll('\0', '').slice(0, shownAtMost),
  };
}

/** Which message a report is of, and whether it has arrived; undefined where it says nothing that is described. */
export function reportedBy(
  provider: ProviderWords,
  report: unknown,
): { readonly ref: string; readonly arrived: boolean } | undefined {
  const ref = textAt(report, provider.report_id_at);
  const state = textAt(report, provider.report_state_at).toLowerCase();
  if (ref === '' || state === '') return undefined;
  if (oneOf(provider.report_delivered).includes(state)) return { ref, arrived: true };
  if (oneOf(provider.report_failed).includes(state)) return { ref, arrived: false };
  return undefined;
}

const oneOf = (written: string): readonly string[] => written.split(',').map((one) => one.trim().toLowerCase());

/** What stands at `data.0.id`, as a text; '' where nothing does. */
function textAt(read: unknown, path: string): string {
  if (path === '') return '';
  const found = path.split('.').reduce<unknown>((at, name) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    return (at as Readonly<Record<string, unknown>>)[name];
  }, read);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : '';
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
