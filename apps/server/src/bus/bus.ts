/** The events of the bus. One names only tenant and row: a listener reads the rest, and shows it to those who may see it. */
export const busTopics = [
  'calls-written',
  'events-told',
  'calls-erased',
  'outcome-kept',
  'call-said',
  'messages-left',
  'phones-changed',
  'my-calls-changed',
  'my-queues-changed',
  'parked-changed',
  'me-changed',
  'board-changed',
  'question-asked',
  'question-answered',
  'plan-changed',
  'secrets-changed',
  'activity-changed',
  'sessions-ended',
  'company-let-go',
  'company-taken',
  'rights-changed',
  'keys-used',
  'resource-changed',
  'job-changed',
  'scores-changed',
  'swaps-changed',
  'notice-added',
  'messages-changed',
  'otp-asked',
  'words-wanted',
  'files-removed',
  'file-wanted',
] as const;
export type BusTopic = (typeof busTopics)[number];

/** `from` says whether this very process published it. */
export type BusListener = (tenantId: string, ids: readonly string[], from: 'here' | 'elsewhere') => void;

/**
 * Between the processes of an installation, and within one. What is published here is heard here at once and elsewhere a
 * moment later, in the order of each publisher. It is a hint, not a record: one that is lost is made up for by reading again.
 */
export interface Bus {
  publish(topic: BusTopic, tenantId: string, ids: readonly string[]): void;
  subscribe(topic: BusTopic, listener: BusListener): void;
  /** Told when others may have published what was not heard. */
  onGap(listener: () => void): void;
  /** Everything published so far has been handed over. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** What is said in one go of a topic and a tenant. */
export interface Words {
  readonly topic: BusTopic;
  readonly tenantId: string;
  readonly ids: readonly string[];
}

/** One process that is told directly. */
export interface Direct {
  /** It has taken in so many of what it was sent. */
  heard(count: number): void;
  /** From now on it is told as all others are, first of what it may not have taken in. */
  end(): void;
}

/** A bus whose frequent events of calls may go to some processes past what it goes over otherwise. */
export interface DirectBus extends Bus {
  /** This process among those on the bus. */
  readonly id: string;
  /** From now on frequent events go to that process by `send`. */
  direct(processId: string, send: (words: Words) => void): Direct;
  /** Tells what another process has sent directly. */
  hear(words: Words): void;
}
