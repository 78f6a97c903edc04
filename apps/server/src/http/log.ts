import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { logOutput } from './log-output.ts';

/** Names under which a secret or a phone number may reach the log by mistake, at any of the first three depths. */
const secret = ['password', 'new_password', 'current_password', 'token', 'ticket', 'authorization', 'phone', 'e164'];

/** Structured log, one JSON line an entry. Personal numbers and secrets do not enter it. */
export function openLog(level: string, destination: DestinationStream = logOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
      serializers: { err: withoutNumbers },
    },
    destination,
  );
}

/** An error's texts may quote what a person typed, a database's above all. */
function withoutNumbers(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: hideNumbers(String(error)) };
  const { type, message, stack, code, constraint } = stdSerializers.err(error);
  return {
    type,
    message: hideNumbers(message),
    code,
    constraint,
    stack: hideNumbers(stack),
    ...(error.cause === undefined ? {} : { cause: withoutNumbers(error.cause) }),
  };
}

/** The text without what may be somebody's number. */
export const hideNumbers = (text: string) => text.replace(/\+?\d(?:[\d .-]{5,}\d)/g, '***');
