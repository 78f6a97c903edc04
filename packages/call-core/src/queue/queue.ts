/** What a queue remembers between events. */
export type Queue = Readonly<Record<never, never>>;
