/** What stands at a path in a row, lists included: `keys.0.to`. */
export function standingAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (Object(part) as Record<string, unknown>)[name], value);
}

/** The same row with something else standing there. */
export function withStanding(value: unknown, path: string, put: unknown): unknown {
  if (path === '') return put;
  const [name = '', ...rest] = path.split('.');
  const inside = (part: unknown) => withStanding(part, rest.join('.'), put);
  if (Array.isArray(value)) return value.map((part, index) => (String(index) === name ? inside(part) : part));
  const whole = Object(value) as Record<string, unknown>;
  return { ...whole, [name]: inside(whole[name]) };
}
