import { type ParseArgsConfig, parseArgs } from 'node:util';

import type { Config } from '../config.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];

/** What a command is given besides what was typed behind it. */
export interface Surroundings {
  readonly config: Config;
  /** Prints a line to the terminal. */
  readonly say: (line: string) => void;
  /** Asks for a secret that is neither shown nor kept anywhere. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** One of the operator's commands. Rejects with `Refused` where it is meant to be read; answers whether all is well. */
export interface OperatorCommand {
  readonly summary: string;
  /** How it is typed, behind its name. */
  readonly usage: string;
  run(args: readonly string[], surroundings: Surroundings): Promise<boolean>;
}

/** An error that the person at the terminal can mend. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** A command with its options as `parseArgs` of Node.js reads them; what it does not know it refuses. */
export const command = <const O extends Options>(spec: {
  readonly summary: string;
  readonly usage: string;
  readonly options: O;
  run(values: Values<O>, words: readonly string[], surroundings: Surroundings): Promise<boolean>;
}): OperatorCommand => ({
  summary: spec.summary,
  usage: spec.usage,
  run(args, surroundings) {
    const { values, positionals } = parsed(args, spec.options, spec.usage);
    return spec.run(values, positionals, surroundings);
  },
});

function parsed<const O extends Options>(args: readonly string[], options: O, usage: string) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : String(error)}\nCách dùng: ${usage}`);
  }
}

/** Something that cannot be left out. */
export function needed(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new Refused(`Thiếu ${option}.`);
  return value.trim();
}
