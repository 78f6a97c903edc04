/**
 * The handling of one message from outside, such that a mistake of ours in it is reported and costs that message only: what is
 * thrown past here ends the process, and everybody's calls with it.
 */
export function guarded<Arguments extends readonly unknown[]>(
  work: (...given: Arguments) => void,
  report: (mistake: UncaughtMistake) => void,
): (...given: Arguments) => void {
  return (...given) => {
    try {
      work(...given);
    } catch (error) {
      report(mistakeOf(error));
    }
  };
}

/**
 * What nobody caught, in a timer or in a library's callback, is reported and costs that one thing: a process that carries
 * everybody's calls does not end for it.
 */
export function outliveMistakes(report: (mistake: UncaughtMistake) => void): void {
  const tell = (error: unknown): void => report(mistakeOf(error));
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}

/** The facts of an error that may stand in a log: no message, because that may quote what somebody sent. */
export interface UncaughtMistake {
  readonly error: string;
  /** File and line where it was thrown. */
  readonly at: string;
}

function mistakeOf(error: unknown): UncaughtMistake {
  if (!(error instanceof Error)) return { error: typeof error, at: '' };
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return { error: error.name, at: /[^/\s(]+:\d+:\d+/.exec(frame)?.[0] ?? '' };
}
